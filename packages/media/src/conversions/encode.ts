import type { Sharp } from 'sharp';
import type { PicturePlan } from './conversion-plan.ts';
import type { OpenedPicture } from './open-picture.ts';
import { type ColourWay, colourWay, inColour } from './supported-colours.ts';

/** From this quality on, chroma keeps its full resolution (4:4:4). */
const FINE_QUALITY = 90;
/** Higher effort makes files slightly larger and takes many times as long. */
const AVIF_EFFORT = 2;
/** Bit depth of AVIF in colour spaces other than sRGB, which show banding at 8 bits. */
const DEEP_BITS = 10;
/** Classic TIFF has 32-bit offsets and ends at 4 GB; larger files become BigTIFF. */
const MAX_PLAIN_TIFF_BYTES = 3.5 * 2 ** 30;
const INCH_MILLIMETRES = 25.4;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = '#ffffff';

/**
 * Builds the pipeline that rotates, crops, scales, converts and encodes a picture. The file gets a colour profile and no
 * other metadata but the marks of the plan: the image library would keep the thumbnail in the source's EXIF, which shows what
 * a crop has removed.
 */
export async function encoded({ pixels, layout, cicp }: OpenedPicture, plan: PicturePlan): Promise<Sharp> {
  const { area, fitted } = layout;
  const { scaled, cut, sheet, size } = fitted;
  const stored = await pixels.metadata();
  const way: ColourWay = cicp
    ? { space: 'rgb16', isKept: true, hasAlpha: stored.hasAlpha === true }
    : colourWay(plan, stored);
  let picture = pixels.autoOrient();
  if (area) picture = picture.extract(area);
  picture = picture.resize({ ...scaled, fit: 'fill' });
  if (cut) picture = picture.extract(cut);
  if (sheet) {
    picture = picture.extend({
      left: sheet.left,
      top: sheet.top,
      right: size.width - sheet.left - sheet.width,
      bottom: size.height - sheet.top - sheet.height,
      background: way.hasAlpha ? CLEAR : WHITE,
    });
  }
  picture = inColour(picture, way, stored);
  if (plan.marks !== undefined) picture = picture.withXmp(plan.marks);
  if (cicp) return picture.avif({ quality: plan.quality, effort: AVIF_EFFORT, bitdepth: DEEP_BITS });
  return inFormat(picture, plan, size.width * size.height * 8);
}

function inFormat(picture: Sharp, { to, quality, dpi }: PicturePlan, bytes: number): Sharp {
  switch (to) {
    case 'tiles':
      // Optimised Huffman tables would take two thirds more time and save an eighth of the bytes.
      return picture.jpeg({ quality, optimiseCoding: false });
    case 'jpg':
    case 'pdf':
      return picture.jpeg({ quality, chromaSubsampling: quality >= FINE_QUALITY ? '4:4:4' : '4:2:0' });
    case 'png':
      return picture.png();
    case 'webp':
      return picture.webp({ quality });
    case 'avif':
      return picture.avif({ quality, effort: AVIF_EFFORT });
    case 'tif':
      return picture.tiff({
        compression: 'lzw',
        predictor: 'horizontal',
        bigtiff: bytes > MAX_PLAIN_TIFF_BYTES,
        ...(dpi === undefined ? {} : { xres: dpi / INCH_MILLIMETRES, yres: dpi / INCH_MILLIMETRES }),
      });
  }
}
