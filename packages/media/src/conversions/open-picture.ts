import sharp, { type Sharp } from 'sharp';
import { areaAt, type Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import type { Cicp } from '../inspect/colours/cicp.ts';
import { type Drawable, drawableOf } from '../pictures/natural-size.ts';
import { MAX_DRAWN } from '../pictures/plan.ts';
import type { DrawableFile } from '../pictures/renderer.ts';
import { openPdfBytes } from '../pictures/sources/pdf.ts';
import type { Picture, Wanted } from '../pictures/sources/picture.ts';
import { sourceOpener } from '../pictures/sources.ts';
import type { PicturePlan } from './conversion-plan.ts';
import { type Layout, layOut } from './page-layout.ts';
import { SUPPORTED_COLOURS } from './supported-colours.ts';

/** A file, or the PDF or picture that was made from one. */
export type ConversionSource = DrawableFile | { readonly pdf: Uint8Array } | { readonly jpeg: Uint8Array };

type OriginalSource = Exclude<ConversionSource, { readonly jpeg: Uint8Array }>;

/** A source opened at full size. */
export interface OpenedPicture {
  readonly pixels: Sharp;
  /** In the coordinates of `pixels`. */
  readonly layout: Layout;
  /** The colour space, if it is kept and no profile states it. */
  readonly cicp?: Cicp;
  /** Dots per inch, if they determined the size of the picture. */
  readonly dpi?: number;
}

/** Limit of pixels for sources that can be drawn at any size; larger pictures are scaled up from it. */
const MAX_DRAWN_PIXELS = 100_000_000;
/** Exceeds the side of every picture, so that sources with pixels are not scaled while they are opened. */
const ANY_SIZE = 1_000_000;

/** Opens a picture and computes its layout. Rejects with CannotMake. */
export async function openPicture(source: ConversionSource, plan: PicturePlan): Promise<OpenedPicture> {
  if ('jpeg' in source) {
    const pixels = sharp(source.jpeg);
    return { pixels, layout: layOutOrRefuse(plan, await pixels.metadata()) };
  }
  const drawable = await drawableOf(source, plan.pageDpi, plan.page);
  if (drawable !== undefined) return await openDrawn(source, plan, drawable);
  const { pixels, width, height, cicp } = await open(source, plan, ANY_SIZE);
  const layout = layOutOrRefuse(plan, { width, height });
  // The stated size may differ from the stored pixels, for example for a film whose pixels aren't square.
  const { autoOrient: stored } = await pixels.metadata();
  return { pixels, layout: inPixels(layout, { width, height }, stored), ...(cicp ? { cicp } : {}) };
}

/** Draws a source without pixels at the requested size, so that nothing is enlarged afterwards. */
async function openDrawn(source: OriginalSource, plan: PicturePlan, { side, dpi }: Drawable): Promise<OpenedPicture> {
  const { picture: _, box, ...rest } = plan;
  const enlarged = box ? { ...rest, box: { ...box, enlarge: true } } : rest;
  const first = await open(source, plan, side);
  const natural = sized(first, side);
  const wanted = layOutOrRefuse(enlarged, natural);
  const taken = wanted.area ?? natural;
  const factor = Math.max(wanted.fitted.scaled.width / taken.width, wanted.fitted.scaled.height / taken.height);
  const most = Math.min(MAX_DRAWN / side, Math.sqrt(MAX_DRAWN_PIXELS / (natural.width * natural.height)));
  const large = Math.max(1, Math.round(side * Math.min(factor, most)));
  const { pixels } = large === side ? first : await open(source, plan, large);
  const { autoOrient: drawn } = await pixels.metadata();
  return { pixels, layout: inPixels(wanted, natural, drawn), ...(box || dpi === undefined ? {} : { dpi }) };
}

function layOutOrRefuse(plan: PicturePlan, found: Size): Layout {
  const layout = layOut(plan, found);
  if (typeof layout === 'string') throw new CannotMake(layout, 'the picture has another size than its plan says');
  return layout;
}

/** Returns the nominal size: a model is drawn larger than requested, to smooth its edges. */
function sized({ width, height }: Picture, side: number): Size {
  const factor = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

async function open(source: OriginalSource, { color, to, page = 0 }: PicturePlan, box: number): Promise<Picture> {
  const keepsCicp = color === 'keep' && SUPPORTED_COLOURS[to].cicp;
  const wanted: Wanted = { page, box, isAsStored: color !== 'srgb', keepsCicp, isSound: true };
  if ('pdf' in source) return await openPdfBytes(source.pdf, wanted);
  const opener = sourceOpener(source.properties.mediaType);
  if (opener === undefined) throw new CannotMake('unsupported', source.properties.mediaType);
  return await opener({ ...source, ...wanted });
}

function inPixels({ area, fitted }: Layout, measured: Size, there: Size): Layout {
  if (!area || (measured.width === there.width && measured.height === there.height))
    return { ...(area ? { area } : {}), fitted };
  return { area: areaAt(area, measured, there), fitted };
}
