import type { FileHandle } from 'node:fs/promises';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { readPngColours } from './colours/png-colours.ts';
import { dcxPlaces, pcxSize } from './dcx-places.ts';
import { fitsPicture } from './fits-picture.ts';
import { gifSize } from './gif-size.ts';
import { heifProperties } from './heif-properties.ts';
import { jxlSize } from './jxl-size.ts';
import { readRadianceHeader } from './radiance-header.ts';
import { tiffProperties } from './tiff-properties.ts';

type SizeProperties = Partial<
  Pick<FileProperties, 'width' | 'height' | 'pages' | 'colorSpace' | 'colorProfile' | 'bitDepth'>
>;
type ReadSize = (head: Buffer, file: FileHandle) => SizeProperties | Promise<SizeProperties>;

const MAX_ICONS = 64;
/** Side of an icon in pixels, by its type. */
const ICON_SIDES: Readonly<Record<string, number>> = {
  ...{ ic10: 1024, ic14: 512, ic09: 512, ic13: 256, ic08: 256, ic07: 128, it32: 128 },
  ...{ ic12: 64, icp6: 64, ih32: 48, ic11: 32, icp5: 32, il32: 32, icp4: 16, is32: 16 },
};

/** Size readers for picture formats that exiftool does not know, or of which it reports another size. */
const READERS: ReadonlyMap<string, ReadSize> = new Map<string, ReadSize>([
  ['image/vnd-ms.dds', (head) => ({ width: head.readUInt32LE(16), height: head.readUInt32LE(12) })],
  ['image/x-tga', (head) => ({ width: head.readUInt16LE(12), height: head.readUInt16LE(14) })],
  ['image/x-sgi', (head) => ({ width: head.readUInt16BE(6), height: head.readUInt16BE(8) })],
  ['image/x-sun-raster', (head) => ({ width: head.readUInt32BE(4), height: head.readUInt32BE(8) })],
  ['image/x-qoi', (head) => ({ width: head.readUInt32BE(4), height: head.readUInt32BE(8) })],
  ['image/x-xwindowdump', (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) })],
  ['image/x-portable-floatmap', (head) => written(head, /^P[Ff]\s+(\d{1,6})\s+(\d{1,6})\s/)],
  ['image/x-xbitmap', (head) => written(head, /_?width\s+(\d{1,6})[\s\S]{0,1000}?_?height\s+(\d{1,6})/)],
  ['image/x-xpixmap', (head) => written(head, /"\s*(\d{1,6})\s+(\d{1,6})\s+\d+\s+\d+/)],
  ['image/fits', (_, file) => fitsSize(file)],
  ['image/vnd.radiance', radianceSize],
  ['image/x-portable-anymap', pamSize],
  ['image/jls', (head) => ({ width: head.readUInt16BE(9), height: head.readUInt16BE(7) })],
  ['image/x-dcx', readFax],
  ['image/icns', (_, file) => readIcons(file)],
  ['image/bmp', bmpSize],
  ['image/x-icon', icoSize],
  ['image/gif', (head) => gifSize(head) ?? {}],
  ['image/jxl', jxlSize],
  ...(['avif', 'heic', 'heif', 'heic-sequence', 'heif-sequence'] as const).map((type): [string, ReadSize] => [
    `image/${type}`,
    (_, file) => heifProperties(file),
  ]),
  ...['png', 'apng'].map((type): [string, ReadSize] => [`image/${type}`, (_, file) => pngProperties(file)]),
  ['image/tiff', (_, file) => tiffProperties(file)],
]);

/** Reads the size of a picture from its header; empty if the format is unknown or the file is truncated. */
export async function headerSize(mediaType: string, head: Buffer, file: FileHandle): Promise<SizeProperties> {
  try {
    return (await READERS.get(mediaType)?.(head, file)) ?? {};
  } catch {
    return {}; // the file is too short
  }
}

/** Says which colours a PNG states; none if its profile or EXIF decides, or if it is grey. */
async function pngProperties(file: FileHandle): Promise<SizeProperties> {
  const { profile, cicp, areSrgb, isGrey, unturned = {} } = await readPngColours(file);
  if (!(profile || cicp || areSrgb)) return unturned;
  return { ...unturned, colorProfile: '', ...(isGrey ? {} : { colorSpace: areSrgb ? 'sRGB' : 'RGB' }) };
}

function written(head: Buffer, pattern: RegExp): SizeProperties {
  const [, width, height] = pattern.exec(head.toString('latin1')) ?? [];
  return width === undefined ? {} : { width: Number(width), height: Number(height) };
}

async function fitsSize(file: FileHandle): Promise<SizeProperties> {
  const { width = 0, height = 0 } = (await fitsPicture(file)) ?? {};
  return { width, height };
}

function radianceSize(head: Buffer): SizeProperties {
  const { width, height } = readRadianceHeader(head) ?? {};
  return width === undefined || height === undefined ? {} : { width, height };
}

/** Of the kinds of PNM this alone is unknown to exiftool. */
function pamSize(head: Buffer): SizeProperties {
  const [header = ''] = /^P7\s[\s\S]{0,1000}?\nENDHDR\n/.exec(head.toString('latin1')) ?? [];
  const [width = 0, height = 0] = ['WIDTH', 'HEIGHT'].map((name) =>
    Number(new RegExp(`\\n${name}\\s+(\\d{1,6})\\s`).exec(header)?.[1] ?? 0),
  );
  return width > 0 && height > 0 ? { width, height } : {};
}

async function readFax(head: Buffer, file: FileHandle): Promise<SizeProperties> {
  const places = dcxPlaces(head);
  const [first] = places;
  if (first === undefined) return {};
  return { ...(await pcxSize(file, first)), pages: places.length };
}

async function readIcons(file: FileHandle): Promise<SizeProperties> {
  let largest = 0;
  let at = 8;
  for (let icon = 0; icon < MAX_ICONS; icon++) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, at);
    const length = bytesRead < 8 ? 0 : buffer.readUInt32BE(4);
    if (length < 8) break;
    largest = Math.max(largest, ICON_SIDES[buffer.toString('latin1', 0, 4)] ?? 0);
    at += length;
  }
  return largest === 0 ? {} : { width: largest, height: largest };
}

const HEADER_AT = 14;
/** Size of the oldest header, which stores width and height in two bytes each. */
const OLDEST = 12;

/** Reads the size of a bitmap from any version of its header; exiftool does not know those of OS/2 2. */
function bmpSize(head: Buffer): SizeProperties {
  if (head.length < HEADER_AT + OLDEST) return {};
  const isOldest = head.readUInt32LE(HEADER_AT) === OLDEST;
  const width = isOldest ? head.readUInt16LE(HEADER_AT + 4) : head.readInt32LE(HEADER_AT + 4);
  const height = isOldest ? head.readUInt16LE(HEADER_AT + 6) : Math.abs(head.readInt32LE(HEADER_AT + 8));
  return width > 0 && height > 0 ? { width, height } : {};
}

/**
 * Returns the size of the largest icon of an ICO file, from its directory; exiftool returns the first icon's. 0 means
 * unknown.
 */
export function icoSize(head: Buffer): { width: number; height: number } {
  let best = { width: 0, height: 0 };
  const count = head.length < 6 ? 0 : head.readUInt16LE(4);
  for (let at = 6; at < 6 + count * 16 && at + 16 <= head.length; at += 16) {
    // Width and height are one byte each, in which 0 means 256.
    const width = head[at] || 256;
    const height = head[at + 1] || 256;
    if (width * height > best.width * best.height) best = { width, height };
  }
  return best;
}
