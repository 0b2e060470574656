import type { Sharp } from 'sharp';
import { areaAt, type Size } from '../../domain/geometry.ts';
import { MOST_DRAWN } from '../pictures/page-size.ts';
import { CannotRender, type DrawableFile } from '../pictures/renderer.ts';
import type { Cicp } from '../pictures/sources/cicp.ts';
import { openPdfBytes } from '../pictures/sources/pdf.ts';
import type { Picture, Wanted } from '../pictures/sources/picture.ts';
import { sourceOpener } from '../pictures/sources.ts';
import { HOLDS } from './colour.ts';
import { type Layout, layOut, type Misfit } from './layout.ts';
import { type Drawable, drawableOf } from './natural-size.ts';
import type { PicturePlan } from './plan.ts';

/** A file, or a PDF that was made of one. */
export type ConversionSource = DrawableFile | { readonly pdf: Uint8Array };

/** A source opened at full size. */
export interface OpenedPicture {
  readonly pixels: Sharp;
  /** In the pixels that are there. */
  readonly layout: Layout;
  /** The colour space, where it is kept and no profile states it. */
  readonly cicp?: Cicp;
  /** Dots per inch where that decided its size. */
  readonly dpi?: number;
}

/** Of what is drawn at any size, at most; beyond, the picture is scaled. */
const MOST_DRAWN_PIXELS = 100_000_000;
/** More than any picture has: sources with pixels are never scaled while they are opened. */
const ANY_SIZE = 1_000_000;

/** Opens a picture and lays it out. Rejects with CannotRender. */
export async function openPicture(source: ConversionSource, plan: PicturePlan): Promise<OpenedPicture | Misfit> {
  const drawable = await drawableOf(source, plan.pageDpi);
  if (drawable !== undefined) return await openDrawn(source, plan, drawable);
  const { pixels, width, height, cicp } = await open(source, plan, ANY_SIZE);
  const layout = layOut(plan, { width, height });
  if (typeof layout === 'string') return layout;
  // What a source tells as its size may be that of what it stands for, such as a film with pixels that aren't square.
  const { autoOrient: stored } = await pixels.metadata();
  return { pixels, layout: inPixels(layout, { width, height }, stored), ...(cicp ? { cicp } : {}) };
}

/** What has no pixels is drawn as large as it is wanted, which enlarges nothing. */
async function openDrawn(
  source: ConversionSource,
  plan: PicturePlan,
  { side, dpi }: Drawable,
): Promise<OpenedPicture | Misfit> {
  const { picture: _, box, ...rest } = plan;
  const enlarged = box ? { ...rest, box: { ...box, enlarge: true } } : rest;
  const first = await open(source, plan, side);
  const natural = sized(first, side);
  const wanted = layOut(enlarged, natural);
  if (typeof wanted === 'string') return wanted;
  const taken = wanted.area ?? natural;
  const factor = Math.max(wanted.fitted.scaled.width / taken.width, wanted.fitted.scaled.height / taken.height);
  const most = Math.min(MOST_DRAWN / side, Math.sqrt(MOST_DRAWN_PIXELS / (natural.width * natural.height)));
  const large = Math.max(1, Math.round(side * Math.min(factor, most)));
  const { pixels } = large === side ? first : await open(source, plan, large);
  const { autoOrient: drawn } = await pixels.metadata();
  return { pixels, layout: inPixels(wanted, natural, drawn), ...(box || dpi === undefined ? {} : { dpi }) };
}

/** A model is drawn larger than it was asked for, which smooths its edges. */
function sized({ width, height }: Picture, side: number): Size {
  const factor = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

async function open(source: ConversionSource, { color, to }: PicturePlan, box: number): Promise<Picture> {
  const keepsCicp = color === 'keep' && HOLDS[to].cicp;
  const wanted: Wanted = { page: 0, box, isAsStored: color !== 'srgb', keepsCicp, isSound: true };
  if ('pdf' in source) return await openPdfBytes(source.pdf, wanted);
  const opener = sourceOpener(source.facts.mediaType);
  if (opener === undefined) throw new CannotRender('unsupported', source.facts.mediaType);
  return await opener({ ...source, ...wanted });
}

function inPixels({ area, fitted }: Layout, measured: Size, there: Size): Layout {
  if (!area || (measured.width === there.width && measured.height === there.height))
    return { ...(area ? { area } : {}), fitted };
  return { area: areaAt(area, measured, there), fitted };
}
