import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { throughProfile } from '../../inspect/image-library.ts';
import { MAX_STREAMED_PIXELS, MAX_WHOLE_PIXELS } from '../most-pixels.ts';
import { blankTiffOf } from '../write-tiff.ts';
import type { Picture, Wanted } from './picture.ts';
import { withStatedProfile } from './stated-colours.ts';

/** Longest side in pixels of a picture that is only drawn to check that decoding succeeds. */
const GLANCE = 64;
const STREAMED_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'tiff']);

/** Opens a format that the image library decodes itself: JPEG, PNG, WebP, AVIF, or the first frame of a GIF. */
export function openRaster({ path, ...wanted }: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  return openWithLibrary(path, wanted, {});
}

/** Opens a picture in memory like `openRaster`. */
export function openRasterBytes(bytes: Buffer, box: number, isSound = false): Promise<Picture> {
  return openWithLibrary(bytes, { box, isSound }, {});
}

/** Opens a file or bytes that the image library can decode. Rejects with CannotMake. */
export async function openWithLibrary(
  input: string | Buffer,
  { box, isAsStored = false, isSound = false }: Omit<Wanted, 'page'>,
  options: SharpOptions,
): Promise<Picture> {
  const settings = { ...options, failOn: isSound ? 'error' : 'none', limitInputPixels: false } as const;
  const picture = sharp(input, settings);
  const metadata = await picture.metadata();
  const profiled = await withStatedProfile(input, metadata);
  if (profiled !== undefined) return await openWithLibrary(profiled, { box, isAsStored, isSound }, options);
  const { width, height } = metadata.autoOrient;
  if (width * height > maxPixels(metadata)) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  const isProfiledGrey = metadata.space === 'grey16' && metadata.icc !== undefined;
  const pixels = isAsStored
    ? picture
    : isProfiledGrey
      ? await greyOfEightBits(input, settings, box, metadata)
      : throughProfile(picture, metadata);
  // Animation frames don't count as pages.
  const pages = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1;
  return { pixels, width, height, pages, isIntact: () => decodesStrictly(input, settings, metadata) };
}

/** Formats whose damage the decoder reports only as a warning. For the others, harmless flaws are warnings too. */
const WARNED_OF_DAMAGE: ReadonlySet<string> = new Set(['jpeg', 'gif']);

async function decodesStrictly(input: string | Buffer, options: SharpOptions, { format }: Metadata): Promise<boolean> {
  const failOn = WARNED_OF_DAMAGE.has(format) ? 'warning' : 'error';
  return await sharp(input, { ...options, failOn })
    .resize({ width: GLANCE, height: GLANCE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/**
 * Converts a grey picture to 8 bits, because only at that depth does the image library apply its profile. The result is
 * upright and no larger than the box.
 */
async function greyOfEightBits(
  input: string | Buffer,
  settings: SharpOptions,
  box: number,
  { icc: profile, hasAlpha }: Metadata,
): Promise<Sharp> {
  const scaled = sharp(input, { ...settings, ignoreIcc: true })
    .autoOrient()
    .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await scaled.clone().toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = hasAlpha ? 2 : 1;
  const tiff = blankTiffOf({ width, height, channels, bits: 8, photometric: 1, hasAlpha, isPlanar: true, profile });
  tiff.pixels.set(data);
  // Grey output lacks alpha, so it is extracted separately.
  if (hasAlpha) tiff.pixels.set(await scaled.clone().extractChannel('alpha').raw().toBuffer(), data.length);
  return sharp(tiff.file);
}

function maxPixels({ format, isProgressive, orientation = 1 }: Metadata): number {
  // A rotated picture is read by columns or from its end, so it can't be streamed.
  const isStreamed = STREAMED_FORMATS.has(format) && isProgressive !== true && orientation <= 2;
  return isStreamed ? MAX_STREAMED_PIXELS : MAX_WHOLE_PIXELS;
}
