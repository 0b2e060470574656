import { stat } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Metadata } from 'sharp';
import { crc32 } from '../../../../core/src/platform/crc32.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { type Cicp, isSrgb } from '../../inspect/colours/cicp.ts';
import { saysAdobeRgb } from '../../inspect/colours/exif-colours.ts';
import { ADOBE_RGB, iccProfile, type ProfileColours } from '../../inspect/colours/icc-profile.ts';
import { readPngColours } from '../../inspect/colours/png-colours.ts';

/** Limit of a file that is rewritten in memory. Colours of larger ones are taken for sRGB. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Returns a copy of a picture whose profile describes its colours, if the file states them in a way that the image
 * library does not know: EXIF says Adobe RGB, or the chunks of a PNG say something. Undefined for all others.
 */
export async function withStatedProfile(input: string | Buffer, metadata: Metadata): Promise<Buffer | undefined> {
  const { format, icc, exif, space } = metadata;
  const isGrey = space === 'b-w' || space === 'grey16';
  const png = format === 'png' ? await readPngColours(input) : undefined;
  const colours = png?.profile;
  if (colours) return await changed(input, (bytes) => pngWith(bytes, profileChunk(colours, isGrey)));
  if (png?.areSrgb && png.hasProfile)
    return await changed(input, (bytes) => pngWith(bytes, chunk('sRGB', SRGB_INTENT)));
  const embed = EMBED.get(format);
  const isStated = icc !== undefined || space === 'cmyk' || png?.areSrgb || png?.cicp !== undefined;
  if (embed === undefined || exif === undefined || isStated || !(await saysAdobeRgb(exif))) return undefined;
  return await changed(input, (bytes) => embed(bytes, isGrey));
}

/**
 * Returns the profile of a HEIF or AVIF file that has none and whose EXIF says Adobe RGB. Code points of sRGB don't contradict
 * it, because encoders write them where they know nothing of the colours.
 */
export async function adobeProfileOf(
  { icc, exif }: Pick<Metadata, 'icc' | 'exif'>,
  cicp: Cicp | undefined,
): Promise<Buffer | undefined> {
  if (icc !== undefined || exif === undefined || (cicp && !isSrgb(cicp))) return undefined;
  return (await saysAdobeRgb(exif)) ? iccProfile(ADOBE_RGB) : undefined;
}

async function changed(input: string | Buffer, change: (bytes: Buffer) => Buffer): Promise<Buffer | undefined> {
  if (typeof input !== 'string') return change(input);
  const { size } = await stat(input);
  return size > MAX_BYTES ? undefined : change(await readBounded(input, MAX_BYTES));
}

const EMBED: ReadonlyMap<string, (bytes: Buffer, isGrey: boolean) => Buffer> = new Map([
  ['jpeg', (bytes, isGrey) => jpegWith(bytes, profileOf(ADOBE_RGB, isGrey))],
  ['png', (bytes, isGrey) => pngWith(bytes, profileChunk(ADOBE_RGB, isGrey))],
  ['webp', (bytes, isGrey) => webpWith(bytes, profileOf(ADOBE_RGB, isGrey))],
]);

function profileOf({ primaries, curve }: ProfileColours, isGrey: boolean): Buffer {
  return iccProfile(isGrey || !primaries ? { curve } : { primaries, curve });
}

const START_OF_IMAGE_BYTES = 2;

function jpegWith(bytes: Buffer, profile: Buffer): Buffer {
  // The first part of one.
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  const length = content.length + 2;
  return Buffer.concat([
    bytes.subarray(0, START_OF_IMAGE_BYTES),
    Buffer.from([0xff, 0xe2, length >> 8, length & 255]),
    content,
    bytes.subarray(START_OF_IMAGE_BYTES),
  ]);
}

const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12;
const REPLACED: ReadonlySet<string> = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);
/** The intent of photographs. */
const SRGB_INTENT = Buffer.from([0]);

/** Replaces all chunks that state colours. */
function pngWith(bytes: Buffer, colours: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; ; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + FRAME_BYTES > bytes.length || type === 'IDAT') return Buffer.concat([...parts, bytes.subarray(at)]);
    const end = at + bytes.readUInt32BE(at) + FRAME_BYTES;
    if (!REPLACED.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IHDR') parts.push(colours);
    at = end;
  }
}

function profileChunk(colours: ProfileColours, isGrey: boolean): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('stated\0\0', 'latin1'), deflateSync(profileOf(colours, isGrey))]));
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + FRAME_BYTES);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

const RIFF_BYTES = 12;
const HAS_PROFILE = 0x20;

/** Only the extended format has EXIF; its header comes first, and the profile follows it. */
function webpWith(bytes: Buffer, profile: Buffer): Buffer {
  const end = RIFF_BYTES + 8 + bytes.readUInt32LE(RIFF_BYTES + 4);
  const start = Buffer.from(bytes.subarray(0, end));
  start[RIFF_BYTES + 8] = (start[RIFF_BYTES + 8] ?? 0) | HAS_PROFILE;
  const head = Buffer.from('ICCP\0\0\0\0', 'latin1');
  head.writeUInt32LE(profile.length, 4);
  const padding = Buffer.alloc(profile.length % 2);
  start.writeUInt32LE(bytes.readUInt32LE(4) + head.length + profile.length + padding.length, 4);
  return Buffer.concat([start, head, profile, padding, bytes.subarray(end)]);
}
