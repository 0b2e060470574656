import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { startOfPdf } from './signatures.ts';

/** Bytes that are searched at once. */
const PIECE_BYTES = 64 * 1024;
/** More bytes than the mark of an end has, which may lie across two pieces. */
const MARK_BYTES = 64;
/** More bytes than may be before the start of a PDF. */
const BEGINNING_BYTES = 2048;
const HEADER = '%PDF-1.7';
/** The place of the table of objects, which ends a PDF, or an object, of which none is behind the end. */
const END_OR_OBJECT = /startxref\s+(\d{1,15})\s+%%EOF|\s\d+ \d+ obj\b/g;

/** The end of a PDF, in bytes of the file, and what it states as the place of the table of objects. */
interface PdfEnd {
  readonly at: number;
  readonly table: number;
}

/**
 * Finds the end of a PDF, behind which a file may have other bytes, such as zeros or what a server added. Undefined if the
 * file is truncated.
 */
export async function endOfPdf(file: FileHandle, size: number): Promise<PdfEnd | undefined> {
  for (let to = size; to > 0; to -= PIECE_BYTES) {
    const from = Math.max(0, to - PIECE_BYTES);
    const piece = await textAt(file, from, to - from + MARK_BYTES);
    const last = Array.from(piece.matchAll(END_OR_OBJECT)).at(-1);
    if (last !== undefined)
      return last[1] === undefined ? undefined : { at: from + last.index + last[0].length, table: Number(last[1]) };
  }
  return undefined;
}

/** Exiftool looks for the end in so many bytes. */
const END_BYTES = 1024;

/** Returns true for a PDF with other bytes before it, or so many behind it that exiftool reads nothing of it. */
export async function isAmongOthers(file: FileHandle, size: number): Promise<boolean> {
  if (startOfPdf(await textAt(file, 0, BEGINNING_BYTES)) > 0) return true;
  const end = await endOfPdf(file, size);
  return end !== undefined && size - end.at > END_BYTES - MARK_BYTES;
}

/**
 * Writes a PDF that is among other bytes without them, because exiftool and other programs read none that has any. Its
 * table of objects may count places from where the PDF starts or, by some programs, from where the file does.
 */
export async function writeBarePdf(path: string, to: string): Promise<void> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const start = Math.max(0, startOfPdf(await textAt(file, 0, BEGINNING_BYTES)));
  const { at, table } = (await endOfPdf(file, size)) ?? { at: size, table: size };
  const isCountedFromFile = table < size && /^\s*(?:xref\b|\d+ \d+ obj\b)/.test(await textAt(file, table, 32));
  const from = isCountedFromFile ? 0 : start;
  await pipeline(createReadStream(path, { start: from, end: Math.max(from, at - 1) }), createWriteStream(to));
  if (from === start) return;
  await using copy = await open(to, 'r+');
  await copy.write(HEADER, 0);
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}
