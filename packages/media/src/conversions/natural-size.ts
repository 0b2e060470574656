import type { Size } from '../../../core/src/domain/geometry.ts';
import { svgFileSize } from '../inspect/svg-file.ts';
import { SHEET } from '../inspect/table-shape.ts';
import { SHEET_TYPES } from '../pictures/drawn-types.ts';
import { MOST_DRAWN } from '../pictures/plan.ts';
import type { DrawableFile } from '../pictures/renderer.ts';
import { pdfPageSize } from '../pictures/sources/pdf.ts';

const POINTS_PER_INCH = 72;
/** Longer side in pixels of a model, which has no natural size. */
const MODEL_SIDE = 2048;

/** A source that can be drawn at any size. */
export interface Drawable {
  /** Longer side in pixels if no size is requested. */
  readonly side: number;
  /** Dots per inch at that size; absent if the source states no physical length. */
  readonly dpi?: number;
}

/** Returns how a page, sheet of text, model or SVG is drawn at `dpi`. Undefined for pictures. */
export async function drawableOf(
  source: DrawableFile | { readonly pdf: Uint8Array },
  dpi: number,
): Promise<Drawable | undefined> {
  const points = 'pdf' in source ? longer(await pdfPageSize(source.pdf)) : await pointsOf(source);
  if (points !== undefined) return { side: drawnSide((points / POINTS_PER_INCH) * dpi), dpi };
  if (!('path' in source)) return undefined;
  const { path, properties } = source;
  if (properties.mediaType === 'image/svg+xml') return { side: drawnSide(longer(await svgFileSize(path))) };
  return properties.mediaType.startsWith('model/') ? { side: MODEL_SIDE, dpi } : undefined;
}

function drawnSide(side: number): number {
  return Math.min(MOST_DRAWN, Math.max(1, Math.round(side)));
}

async function pointsOf({ path, properties: { mediaType } }: DrawableFile): Promise<number | undefined> {
  if (mediaType === 'application/pdf') return longer(await pdfPageSize(path));
  // Illustrator files usually are PDFs. Those that aren't are drawn from their preview.
  if (mediaType === 'application/vnd.adobe.illustrator') return await pdfPageSize(path).then(longer, () => undefined);
  return SHEET_TYPES.has(mediaType) ? SHEET.height : undefined;
}

function longer({ width, height }: Size): number {
  return Math.max(width, height);
}
