import { type FileHandle, open } from 'node:fs/promises';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import type { StillDecoder, StillFile } from '../../ffmpeg/confinement.ts';
import { readStill } from '../../ffmpeg/frame.ts';
import { requireTools } from '../../ffmpeg/tools.ts';
import { readExactly } from '../../inspect/bytes.ts';
import { DCX_HEAD_BYTES, dcxPlaces, pcxSize } from '../../inspect/dcx-places.ts';
import type { DrawableFile } from '../renderer.ts';
import { withoutAlpha } from '../without-alpha.ts';
import { type OpenSource, type Picture, pictureOf } from './picture.ts';

const NETPBM = 'image/x-portable-anymap';
const DECODERS: ReadonlyMap<string, StillDecoder> = new Map([
  ['image/x-tga', 'targa'],
  ['image/x-pcx', 'pcx'],
  ['image/x-xpixmap', 'xpm'],
  ['image/x-exr', 'exr'],
  ['image/vnd-ms.dds', 'dds'],
  ['image/x-xbitmap', 'xbm'],
  ['image/x-xwindowdump', 'xwd'],
  ['image/x-sgi', 'sgi'],
  ['image/x-sun-raster', 'sunrast'],
  ['image/x-qoi', 'qoi'],
  ['image/jls', 'jpegls'],
  ['image/x-portable-floatmap', 'pfm'],
  ['image/x-dpx', 'dpx'],
]);
const NETPBM_DECODERS: Readonly<Record<string, StillDecoder>> = {
  ...{ P1: 'pbm', P2: 'pgm', P3: 'ppm', P4: 'pbm', P5: 'pgm', P6: 'ppm', P7: 'pam' },
};

/** Opens a still picture of a format that only ffmpeg can decode. */
export const openStill: OpenSource = async ({ path, properties }: DrawableFile): Promise<Picture> => {
  const decoder = properties.mediaType === NETPBM ? await netpbmDecoder(path) : DECODERS.get(properties.mediaType);
  if (decoder === undefined) throw new CannotMake('unsupported', properties.mediaType);
  if (decoder === 'targa' && (await isGreyWithAlpha(path)))
    throw new CannotMake('unsupported', 'grey Targa with alpha, which ffmpeg takes for colours');
  if (decoder === 'xpm' && !(await hasKnownColours(path)))
    throw new CannotMake('unsupported', 'XPM with colours that ffmpeg takes for black');
  return await openStillAt({ path, decoder });
};

const COLOUR = /"[^"]*?\sc\s+([^\s"]+)/g;
const KNOWN_COLOUR = /^(?:#[0-9a-f]{6}|none|black|white|red|blue|yellow|cyan|magenta)$/i;
/** An XPM file lists its colours before its pixels. */
const COLOUR_BYTES = 512 * 1024;

/**
 * Returns false for colour names unknown to ffmpeg and for colours of other than eight bits, because ffmpeg draws them
 * black without an error.
 */
async function hasKnownColours(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(COLOUR_BYTES), 0, COLOUR_BYTES, 0);
  const colours = buffer.toString('latin1', 0, bytesRead).matchAll(COLOUR);
  return colours.every(([, colour = '']) => KNOWN_COLOUR.test(colour));
}

async function openStillAt(file: StillFile): Promise<Picture> {
  const tools = requireTools('no_tool', 'pictures of this format need ffmpeg, which is not there');
  const { pixels, ...size } = await readStill(tools, file);
  const isSeenThrough = hasAlpha(pixels);
  if (isSeenThrough && file.decoder === 'exr') addWhite(pixels);
  const channels = isSeenThrough && file.decoder !== 'exr' ? 4 : 3;
  return pictureOf(channels === 4 ? pixels : withoutAlpha(pixels), size, channels);
}

/** Tells whether alpha is used. Many Targa files don't use their alpha channel and fill it with 0. */
function hasAlpha(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true;
  return false;
}

/** Adds the white background. EXR colours are premultiplied, so white is added in proportion to the transparency. */
function addWhite(pixels: Buffer): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const white = 255 - (pixels[at + 3] ?? 255);
    for (let of = at; white > 0 && of < at + 3; of += 1) pixels[of] = Math.min(255, (pixels[of] ?? 0) + white);
  }
}

async function netpbmDecoder(path: string): Promise<StillDecoder | undefined> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return NETPBM_DECODERS[buffer.toString('latin1')];
}

async function isGreyWithAlpha(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(18), 0, 18, 0);
  return ((buffer[2] ?? 0) & 7) === 3 && buffer[16] === 16;
}

/** Opens a page of a DCX file, a fax format. */
export const openDcx: OpenSource = async ({ path, page }) => {
  await using file = await open(path);
  const places = await pagesOf(file);
  const from = places[page];
  if (places.length === 0) throw new CannotMake('corrupt', 'a fax without pages');
  if (from === undefined) throw new CannotMake('no_such_page', `page ${page} of ${places.length}`);
  return { ...(await openStillAt({ path, decoder: 'pcx', from })), pages: places.length };
};

/** Returns the sizes of all pages of a DCX file, without decoding them. */
export async function dcxPageSizes(path: string): Promise<readonly Size[]> {
  await using file = await open(path);
  const sizes: Size[] = [];
  for (const place of await pagesOf(file)) sizes.push((await pcxSize(file, place)) ?? { width: 0, height: 0 });
  return sizes;
}

async function pagesOf(file: FileHandle): Promise<readonly number[]> {
  const { size } = await file.stat();
  return dcxPlaces(await readExactly(file, 0, Math.min(size, DCX_HEAD_BYTES)));
}
