import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { blankTiffOf, type PixelLayout, pixelBytes } from '../write-tiff.ts';
import type { Picture, Wanted } from './picture.ts';
import { floatsToSrgb, interleaveLab, invert, separateFromWhite, throughPalette } from './psd-colours.ts';
import { psdRowBytes, readPlanes } from './psd-planes.ts';
import { PSD_MODES, type PsdStructure, readPsdStructure } from './psd-structure.ts';
import { openWithLibrary } from './raster.ts';

/** Limit for the pixels in memory. */
const MAX_BYTES = 400 * 2 ** 20;
/** Longest side that the formats allow: 30,000 pixels in PSD, 300,000 in PSB. */
const MAX_SIDE = 300_000;

/** Opens the merged picture of a Photoshop file; never reads the layers. */
export async function openPsd({ path, box, isAsStored = false }: { readonly path: string } & Wanted): Promise<Picture> {
  await using file = await open(path);
  const psd = await readPsdStructure(file);
  const { width, height } = psd;
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw new CannotMake('corrupt', `${width} x ${height} pixels`);
  if (!psd.isMerged) return await openThumbnail(psd);

  const colours = colourChannels(psd);
  if (psd.channels < colours) throw new CannotMake('corrupt', `${psd.channels} channels of ${colours}`);
  const hasAlpha = hasUsableAlpha(psd, colours);
  const read = colours + (hasAlpha ? 1 : 0);
  const layout = layoutOf(psd, read, hasAlpha);
  const rawBytes = psdRowBytes(psd) * height * read;
  if (Math.max(rawBytes, pixelBytes(layout)) > MAX_BYTES)
    throw new CannotMake('too_large', `${width} x ${height} pixels`);

  const tiff = blankTiffOf(layout);
  const pixels = Buffer.from(tiff.file.buffer, tiff.pixels.byteOffset, tiff.pixels.byteLength);
  const convert = conversionOf(psd);
  const planes = convert === undefined ? pixels : Buffer.alloc(rawBytes);
  await readPlanes(file, psd, planes);
  convert?.(planes, pixels);
  if (hasAlpha) separateFromWhite(pixels, read, layout.bits === 16 ? 16 : 8);
  if (layout.photometric === 5) invert(pixels);
  const { pixels: drawn } = await openWithLibrary(tiff.file, { box, isAsStored }, {});
  return { pixels: drawn, width, height, pages: 1 };
}

/** Returns the conversion from the file's planes to those of the layout; undefined if they are the same. */
function conversionOf({
  mode,
  bits,
  palette,
  transparentIndex,
}: PsdStructure): ((planes: Buffer, pixels: Buffer) => void) | undefined {
  if (mode === PSD_MODES.indexed) return (planes, pixels) => throughPalette(planes, palette, transparentIndex, pixels);
  if (mode === PSD_MODES.lab) return (planes, pixels) => interleaveLab(planes, bits === 16 ? 16 : 8, pixels);
  return bits === 32 ? floatsToSrgb : undefined;
}

/** Number of colour channels of a pixel. Inks other than the four of print can't be shown. */
function colourChannels({ mode, channels }: PsdStructure): number {
  if (mode === PSD_MODES.rgb || mode === PSD_MODES.lab) return 3;
  if (mode === PSD_MODES.cmyk || (mode === PSD_MODES.multichannel && channels >= 4)) return 4;
  if (Object.values<number>(PSD_MODES).includes(mode)) return 1;
  throw new CannotMake('corrupt', `colour mode ${mode}`);
}

function hasUsableAlpha({ mode, bits, channels, hasTransparency }: PsdStructure, colours: number): boolean {
  const isLight = mode === PSD_MODES.rgb || mode === PSD_MODES.grey;
  // In other modes, the merged colours are already blended with white.
  return hasTransparency && isLight && (bits === 8 || bits === 16) && channels > colours;
}

function layoutOf(psd: PsdStructure, read: number, hasAlpha: boolean): PixelLayout {
  const { width, height, mode, bits } = psd;
  const size = { width, height, hasAlpha, isPlanar: true };
  if (bits === 1) return { ...size, channels: 1, bits: 1, photometric: 0 };
  if (mode === PSD_MODES.indexed) {
    const isHoled = psd.transparentIndex !== undefined;
    return { ...size, channels: isHoled ? 4 : 3, bits: 8, photometric: 2, hasAlpha: isHoled, profile: psd.profile };
  }
  // The image library reads Lab only in this form.
  if (mode === PSD_MODES.lab) return { ...size, channels: 3, bits: 16, photometric: 8, isPlanar: false };
  const photometric = read - (hasAlpha ? 1 : 0) === 4 ? 5 : mode === PSD_MODES.rgb ? 2 : 1;
  if (bits === 32) return { ...size, channels: read, bits: 16, photometric };
  return { ...size, channels: read, bits, photometric, profile: psd.profile };
}

/** Opens the thumbnail, the only picture left if the writer omitted the merged one. */
async function openThumbnail({ thumbnail }: PsdStructure): Promise<Picture> {
  if (thumbnail === undefined) throw new CannotMake('unsupported', 'a Photoshop file without a merged picture');
  const pixels = sharp(thumbnail, { failOn: 'none' });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}
