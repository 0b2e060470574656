/**
 * Limits of the pixels of pictures. Formats that are read row by row use no more memory for their height; all others have
 * to be decoded completely before the first row is available.
 */
export const MAX_STREAMED_PIXELS = 1_000_000_000;
export const MAX_WHOLE_PIXELS = 2 ** 28;
/** File and picture are in memory at the same time. */
export const MAX_BMP_PIXELS = 64_000_000;
/** The decoder holds several copies of the picture in memory. */
export const MAX_HEIF_PIXELS = 100_000_000;
/** Of a JPEG 2000 after the halvings that its decoder can do; conversions do none. */
export const MAX_JP2_PIXELS = 28_000_000;
/** Of a JPEG 2000 before them. */
export const MAX_HALVED_JP2_PIXELS = 400_000_000;
export const MAX_FLOAT_PIXELS = 2 ** 26;
/** Of a JPEG XL at full size; smaller ones are made of somewhat more. */
const MAX_JXL_PIXELS = 33_000_000;

const BY_TYPE: ReadonlyMap<string, number> = new Map([
  ...of(MAX_STREAMED_PIXELS, 'image/jpeg image/png image/apng image/tiff'),
  ...of(MAX_BMP_PIXELS, 'image/bmp'),
  ...of(MAX_HEIF_PIXELS, 'image/heic image/heif image/heic-sequence image/heif-sequence'),
  ...of(MAX_JP2_PIXELS, 'image/jp2 image/jpx image/j2c image/x-j2c'),
  ...of(MAX_JXL_PIXELS, 'image/jxl'),
  ...of(MAX_FLOAT_PIXELS, 'image/vnd-ms.dds image/vnd.radiance image/fits'),
  ...of(MAX_WHOLE_PIXELS, 'image/webp image/gif image/avif'),
]);

/** Of what is opened at a fraction of its size. */
const SHOWN: ReadonlyMap<string, number> = new Map([
  ...of(MAX_HALVED_JP2_PIXELS, 'image/jp2 image/jpx image/j2c image/x-j2c'),
  ...of(Number.POSITIVE_INFINITY, 'image/jxl'),
]);

/** Returns the most pixels that are opened at full size of a media type; some files have less. */
export function maxPixels(mediaType: string): number {
  return BY_TYPE.get(mediaType) ?? Number.POSITIVE_INFINITY;
}

/** Returns the most pixels of which a thumbnail is drawn. */
export function maxShownPixels(mediaType: string): number {
  return SHOWN.get(mediaType) ?? maxPixels(mediaType);
}

function of(most: number, types: string): [string, number][] {
  return types.split(' ').map((type) => [type, most]);
}
