/** Finds out by the ends and lengths of files whether they are cut, without decoding them. */
import type { FileHandle } from 'node:fs/promises';
import { CannotMake } from '../derived/cannot-make.ts';
import { psdRowBytes } from '../pictures/sources/psd-planes.ts';
import { readPsdStructure } from '../pictures/sources/psd-structure.ts';
import { readExactly } from './bytes.ts';
import { isCutExr, isCutSun, type OpenFile } from './cut-stills.ts';
import { readHeifHead } from './heif.ts';
import { endOfItems } from './heif-items.ts';
import { isTiffChainCut, tiffPictures } from './tiff-directories.ts';

/** Exiftool's warnings about a PDF whose cross-reference table it can't follow. PDF readers often can. */
const DOUBTFUL = /xref|trailer|reading/i;
/** Larger files are not opened, because an open file is in memory twice. */
const MAX_OPENED_BYTES = 256 * 2 ** 20;

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

/** Bytes in which a picture ends, unless something follows it. */
const PICTURE_TAIL_BYTES = 64 * 1024;
/** JPEG and JPEG 2000 end alike. */
const END_OF_JPEG = '\xff\xd9';
const END_OF_QOI = '\0\0\0\0\0\0\0\x01';
const HEIF = /^image\/(?:avif|hei[cf](?:-sequence)?)$/;
const PHOTOSHOP = /^(?:image|application)\/vnd\.adobe\.photoshop$/;
/** Pictures and models of which only a decoder knows the length, or that there is nothing in them. */
const DECODED_TO_TELL =
  /^(?:image\/(?:bmp|jxl|icns|fits|vnd-ms\.dds|vnd\.radiance|x-(?:icon|cursor|tga|pcx|dcx|portable-\w+|sgi|dpx|x[bp][im]\w+map|xwindowdump))|model\/(?:ply|obj|stl|gltf\+json|gltf-binary))$/;
/** Files of old Office programs, whose parts are found only by their sectors. */
const SECTORS = /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint))$/;

/** Returns true if the picture of a file ends behind the file, of which its decoder might say nothing. */
export async function isSurelyCut(mediaType: string, opened: OpenFile): Promise<boolean> {
  const { file, head, size } = opened;
  if (mediaType === 'image/x-exr') return await isCutExr(opened);
  if (mediaType === 'image/x-sun-raster') return isCutSun(head, size);
  if (mediaType === 'image/x-qoi') return !(await tailOf(file, size, PICTURE_TAIL_BYTES)).includes(END_OF_QOI);
  if (mediaType === 'image/jls') return !(await tailOf(file, size, PICTURE_TAIL_BYTES)).includes(END_OF_JPEG);
  if (mediaType === 'image/tiff') return await lacksTables(file);
  if (!HEIF.test(mediaType)) return false;
  const { meta } = await readHeifHead(file);
  return meta !== undefined && endOfItems(meta) > size;
}

/** Returns true if a file may be truncated, so that it is worth decoding. Returns false for formats that say nothing. */
export async function mayBeCut(mediaType: string, { file, head, size }: OpenFile): Promise<boolean> {
  const lacks = async (end: string) => !(await tailOf(file, size, PICTURE_TAIL_BYTES)).includes(end);
  if (/^image\/(?:jpeg|(?:x-)?j2c)$/.test(mediaType)) return await lacks(END_OF_JPEG);
  if (/^image\/a?png$/.test(mediaType)) return await lacks('IEND');
  if (mediaType === 'image/gif') return !/;\0*$/.test(await tailOf(file, size, PICTURE_TAIL_BYTES));
  if (mediaType === 'image/webp') return head.length < 12 || head.readUInt32LE(4) + 8 > size;
  if (mediaType === 'image/tiff') return await endsBeforeItsPixels(file, size);
  if (PHOTOSHOP.test(mediaType)) return await isCutPsd(file, size);
  if (DECODED_TO_TELL.test(mediaType)) return true;
  if (/^image\/jp[2x]$/.test(mediaType)) return !(await readHeifHead(file)).isWhole || (await lacks(END_OF_JPEG));
  if (HEIF.test(mediaType)) {
    const { isWhole, meta } = await readHeifHead(file);
    return !isWhole || meta === undefined;
  }
  // Its cover may be damaged.
  if (mediaType === 'application/epub+zip') return true;
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

const TIFF_BLOCKS = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
] as const;

/** Tags of a TIFF without whose whole value its pixels can't be decoded, or have other colours: a palette, a profile. */
const TIFF_TABLES = [258, 273, 279, 320, 324, 325, 347, 34675];

async function lacksTables(file: FileHandle): Promise<boolean> {
  const [first] = await tiffPictures(file);
  const stored = first?.directory.stored();
  for (const tag of TIFF_TABLES) if (stored?.has(tag) && (await first?.directory.bytes(tag))?.length === 0) return true;
  return false;
}

async function endsBeforeItsPixels(file: FileHandle, size: number): Promise<boolean> {
  const [first] = await tiffPictures(file);
  if (first === undefined || (await isTiffChainCut(file))) return true;
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
