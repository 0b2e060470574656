import type { FileHandle } from 'node:fs/promises';
import { readHeifHead } from './heif.ts';
import { tiffPictures } from './tiff-directories.ts';

/** Bytes to check at the end: a PDF ends with the offset of its cross-reference table, followed by hardly anything. */
const PDF_TAIL_BYTES = 4096;
const PDF_END = /startxref\s+\d+\s+%%EOF/;
/** Exiftool's warnings about a PDF whose cross-reference table it can't follow. PDF readers often can. */
const DOUBTFUL = /xref|trailer|reading/i;
/** Larger files are not opened, because an open file is in memory twice. */
const MAX_OPENED_BYTES = 256 * 2 ** 20;

/** Returns true if a PDF is truncated. */
export async function isCutPdf({ file, size }: { readonly file: FileHandle; readonly size: number }): Promise<boolean> {
  return !PDF_END.test(await tailOf(file, size, PDF_TAIL_BYTES));
}

/**
 * Returns why a PDF must be opened: to count its pages, or because it may have none. Undefined if the file is too large
 * to open.
 */
export function reasonToOpen(pdf: {
  /** Bytes. */
  readonly size: number;
  /** Exiftool's warnings. */
  readonly warnings: readonly string[];
}): 'pages' | 'doubt' | undefined {
  if (pdf.size > MAX_OPENED_BYTES) return undefined;
  if (pdf.warnings.some((warning) => DOUBTFUL.test(warning))) return 'doubt';
  return 'pages';
}

/** Bytes to check at the end. Content after the drawing, such as comments of editors, is usually shorter. */
const SVG_TAIL_BYTES = 64 * 1024;
const GZIP = 0x1f8b;
/** Two bytes with which UTF-16 begins: a mark, or `<`. */
const UTF_16 = [0xfffe, 0xfeff, 0x3c00, 0x003c];
/** Matches the end of the root element, or a root element without content. */
const SVG_END = /(?:<\/(?:[\w.-]+:)?svg\s*|\/)>$/i;

/**
 * Returns true for a truncated SVG text. Returns false if that can't be determined: for compressed files and UTF-16.
 */
export async function isCutSvg(file: FileHandle, head: Buffer, size: number): Promise<boolean> {
  const start = head.length < 2 ? 0 : head.readUInt16BE(0);
  if (start === GZIP || UTF_16.includes(start)) return false;
  let text = (await tailOf(file, size, SVG_TAIL_BYTES)).trimEnd();
  for (;;) {
    const begin = text.endsWith('-->') ? '<!--' : text.endsWith('?>') ? '<?' : undefined;
    if (begin === undefined) return !SVG_END.test(text.slice(-200));
    const at = text.lastIndexOf(begin);
    if (at < 0) return false;
    text = text.slice(0, at).trimEnd();
  }
}

/** Bytes in which a picture ends, unless something follows it. */
const PICTURE_TAIL_BYTES = 64 * 1024;
/** JPEG and JPEG 2000 end alike. */
const END_OF_JPEG = '\xff\xd9';
const BOXED = /^image\/(?:avif|hei[cf](?:-sequence)?|jp2|jpx)$/;
/** Files of old Office programs, whose parts are found only by their sectors. */
const SECTORS = /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint))$/;

/** Returns true if a file may be truncated, so that it is worth decoding. Returns false for formats that say nothing. */
export async function mayBeCut(
  mediaType: string,
  { file, head, size }: { readonly file: FileHandle; readonly head: Buffer; readonly size: number },
): Promise<boolean> {
  const lacks = async (end: string) => !(await tailOf(file, size, PICTURE_TAIL_BYTES)).includes(end);
  if (/^image\/(?:jpeg|(?:x-)?j2c)$/.test(mediaType)) return await lacks(END_OF_JPEG);
  if (/^image\/a?png$/.test(mediaType)) return await lacks('IEND');
  if (mediaType === 'image/gif') return !/;\0*$/.test(await tailOf(file, size, PICTURE_TAIL_BYTES));
  if (mediaType === 'image/webp') return head.length < 12 || head.readUInt32LE(4) + 8 > size;
  if (mediaType === 'image/tiff') return await endsBeforeItsPixels(file, size);
  if (mediaType === 'image/bmp') return head.length < 14 || head.readUInt32LE(2) > size;
  if (BOXED.test(mediaType)) return !(await readHeifHead(file)).isWhole;
  return SECTORS.test(mediaType);
}

const TIFF_BLOCKS = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
] as const;

async function endsBeforeItsPixels(file: FileHandle, size: number): Promise<boolean> {
  const [first] = await tiffPictures(file);
  if (first === undefined) return true;
  for (const { offsets, lengths } of TIFF_BLOCKS) {
    const lengthsOf = await first.directory.numbers(lengths);
    const places = await first.directory.numbers(offsets);
    if (places.some((place, index) => place + (lengthsOf[index] ?? 0) > size)) return true;
  }
  return false;
}

async function tailOf(file: FileHandle, size: number, bytes: number): Promise<string> {
  const tail = Buffer.alloc(Math.min(size, bytes));
  await file.read(tail, 0, tail.length, size - tail.length);
  return tail.toString('latin1');
}
