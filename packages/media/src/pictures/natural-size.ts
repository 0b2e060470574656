import type { Size } from '../../../core/src/domain/geometry.ts';
import { svgFileSize } from '../inspect/svg-file.ts';
import { SHEET } from '../inspect/table-shape.ts';
import { SHEET_TYPES } from './drawn-types.ts';
import { drawnSide, MODEL_SIDE, POINTS_PER_INCH } from './plan.ts';
import type { DrawableFile } from './renderer.ts';
import { pdfPageSize } from './sources/pdf.ts';

/** A source that can be drawn at any size. */
export interface Drawable {
  /** Longer side in pixels if no size is requested. */
  readonly side: number;
  /** Dots per inch at that size; absent if the source states no physical length. */
  readonly dpi?: number;
  /** Width and height in any unit; absent if drawing it at any size tells them, which costs next to nothing. */
  readonly shape?: Size;
}

/**
 * Returns how a page, sheet of text, model or SVG is drawn at `dpi`. Undefined for pictures. Rejects with CannotMake if it
 * lacks the page.
 */
export async function drawableOf(
  source: DrawableFile | { readonly pdf: Uint8Array },
  dpi: number,
  page = 0,
): Promise<Drawable | undefined> {
  const shape = await pointsOf(source, page);
  if (shape) return { side: drawnSide((longer(shape) / POINTS_PER_INCH) * dpi), dpi, shape };
  if (!('path' in source)) return undefined;
  const { path, properties } = source;
  if (SHEET_TYPES.has(properties.mediaType)) return { side: drawnSide((SHEET.height / POINTS_PER_INCH) * dpi), dpi };
  if (properties.mediaType === 'image/svg+xml') return { side: drawnSide(longer(await svgFileSize(path))) };
  return MODEL_TYPE.test(properties.mediaType) ? { side: MODEL_SIDE, dpi, shape: SQUARE } : undefined;
}

const MODEL_TYPE = /^model\//;
const SQUARE: Size = { width: MODEL_SIDE, height: MODEL_SIDE };

/** Size of a page in points; undefined of everything else. */
async function pointsOf(source: DrawableFile | { readonly pdf: Uint8Array }, page: number): Promise<Size | undefined> {
  if ('pdf' in source) return await pdfPageSize(source.pdf, page);
  const { path, properties } = source;
  if (properties.mediaType === 'application/pdf') return await pdfPageSize(path, page);
  // Illustrator files usually are PDFs. Those that aren't are drawn from their preview.
  if (properties.mediaType !== 'application/vnd.adobe.illustrator') return undefined;
  return await pdfPageSize(path, page).catch(() => undefined);
}

function longer({ width, height }: Size): number {
  return Math.max(width, height);
}
