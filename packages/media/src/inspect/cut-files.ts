/** Finds out by the ends and lengths of files whether they are cut, without decoding them. */
import type { FileHandle } from 'node:fs/promises';
import { CannotMake } from '../derived/cannot-make.ts';
import { psdRowBytes } from '../pictures/sources/psd-planes.ts';
import { readPsdStructure } from '../pictures/sources/psd-structure.ts';
import { readExactly } from './bytes.ts';
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
const END_OF_ZIP = 'PK\x05\x06';
const BOXED = /^image\/(?:avif|hei[cf](?:-sequence)?|jp2|jpx)$/;
const PHOTOSHOP = /^(?:image|application)\/vnd\.adobe\.photoshop$/;
/** Pictures of which only a decoder knows the length. */
const DECODED_TO_TELL = /^image\/(?:jxl|icns|vnd-ms\.dds|x-(?:tga|targa|pcx|portable-\w+|sgi|rgb))$/;
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
  if (PHOTOSHOP.test(mediaType)) return await isCutPsd(file, size);
  if (DECODED_TO_TELL.test(mediaType)) return true;
  if (BOXED.test(mediaType)) return !(await readHeifHead(file)).isWhole;
  if (mediaType === 'model/gltf-binary') return head.length < 12 || head.readUInt32LE(8) > size;
  if (mediaType === 'model/stl') return await lacks('endsolid');
  if (mediaType === 'application/epub+zip') return await lacks(END_OF_ZIP);
  return SECTORS.test(mediaType);
}

const PSD_COMPRESSION = { none: 0, runs: 1 };

/** Returns true if the merged picture of a Photoshop file, which comes last, ends behind the file. */
async function isCutPsd(file: FileHandle, size: number): Promise<boolean> {
  try {
    const psd = await readPsdStructure(file);
    const { picturesAt, height, channels, isLarge } = psd;
    const compression = (await readExactly(file, picturesAt, 2)).readUInt16BE(0);
    const begin = picturesAt + 2;
    const rows = height * channels;
    if (compression === PSD_COMPRESSION.none) return begin + psdRowBytes(psd) * rows > size;
    if (compression !== PSD_COMPRESSION.runs) return true; // only a decoder knows its length
    const bytes = isLarge ? 4 : 2;
    if (begin + rows * bytes > size) return true;
    const lengths = await readExactly(file, begin, rows * bytes);
    let end = begin + lengths.length;
    for (let at = 0; at < lengths.length; at += bytes) end += lengths.readUIntBE(at, bytes);
    return end > size;
  } catch (error) {
    if (!(error instanceof CannotMake)) throw error;
    return error.reason === 'corrupt';
  }
}

/** Film containers of boxes. */
const BOXED_FILM = /^video\/(?:mp4|quicktime|x-m4v|3gpp2?)$/;
const MATROSKA = /^video\/(?:matroska|x-matroska|webm)$/;
const MOST_BOXES = 1000;
/** Marks what a Matroska file consists of; its length follows. */
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);

/**
 * Returns which share of a film is there, from 0 to 1, by the length that its container states. 1 for containers whose
 * duration is measured by what is there.
 */
export async function shareOfFilm(
  mediaType: string,
  { file, head, size }: { readonly file: FileHandle; readonly head: Buffer; readonly size: number },
): Promise<number> {
  const isBoxed = BOXED_FILM.test(mediaType);
  const end = isBoxed ? await endOfBoxes(file, size) : MATROSKA.test(mediaType) ? endOfSegment(head) : size;
  return end > size ? size / end : 1;
}

async function endOfBoxes(file: FileHandle, size: number): Promise<number> {
  let at = 0;
  for (let n = 0; at + 16 <= size && n < MOST_BOXES; n++) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
    const short = buffer.readUInt32BE(0);
    const length = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8) break;
    at += length;
  }
  return at;
}

function endOfSegment(head: Buffer): number {
  const at = head.indexOf(SEGMENT) + SEGMENT.length;
  const first = head[at] ?? 0;
  if (at < SEGMENT.length || first === 0) return 0;
  // The leading zeros of the first byte say how many bytes the number has; all ones mean that it is unknown.
  const bytes = Math.clz32(first) - 23;
  if (at + bytes > head.length) return 0;
  let length = first & (0xff >> bytes);
  let isUnknown = length === 0xff >> bytes;
  for (const byte of head.subarray(at + 1, at + bytes)) {
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? 0 : at + bytes + length;
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
