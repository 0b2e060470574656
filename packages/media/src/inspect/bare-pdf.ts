import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { startOfPdf } from './signatures.ts';

/** Bytes at the end that hold the place of the table of objects. */
const END_BYTES = 1024;
/** More bytes than may be before the start of a PDF. */
const BEGINNING_BYTES = 2048;
const HEADER = '%PDF-1.7';

/**
 * Writes a PDF that is behind other bytes without them, because exiftool and other programs read none that has any. Its
 * table of objects may count places from where the PDF starts or, by some programs, from where the file does.
 */
export async function writeBarePdf(path: string, to: string): Promise<void> {
  const start = Math.max(0, startOfPdf(await beginningOf(path)));
  const isCountedFromFile = await hasTableInPlace(path);
  await pipeline(createReadStream(path, { start: isCountedFromFile ? 0 : start }), createWriteStream(to));
  if (!isCountedFromFile) return;
  await using copy = await open(to, 'r+');
  await copy.write(HEADER, 0);
}

async function hasTableInPlace(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const end = await textAt(file, Math.max(0, size - END_BYTES), END_BYTES);
  const place = Number(/^[\s\S]*startxref\s+(\d{1,15})\b/.exec(end)?.[1] ?? Number.NaN);
  return place < size && /^\s*(?:xref\b|\d+ \d+ obj\b)/.test(await textAt(file, place, 32));
}

async function beginningOf(path: string): Promise<string> {
  await using file = await open(path, 'r');
  return await textAt(file, 0, BEGINNING_BYTES);
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}
