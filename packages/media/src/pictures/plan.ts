/**
 * Decides size and quality of thumbnails and previews, and whether a file may have the page that is asked for; computes
 * sizes of pictures in a box.
 */
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { Frame, Plan } from './renderer.ts';

/** The choices of a `thumb` or `preview` request. */
export interface RenditionRequest {
  readonly kind: 'thumb' | 'preview';
  readonly big: boolean;
  /** Of thumbnails: one of twice the small one, at most the big one, unless `big` is asked for as well. */
  readonly middle?: boolean;
  /** Zero-based page. */
  readonly page: number;
}

/** Sides of the boxes in pixels (configuration: `thumb`, `preview`). */
interface RenditionLimits {
  readonly thumb: { readonly size: number; readonly big: number };
  readonly preview: { readonly size: number; readonly big: number };
}

// Visually free of artefacts on photographs, at half the bytes of quality 92.
const QUALITY = 82;
// Transparent parts show white (interface decisions 7).
export const BACKGROUND = '#ffffff';

/**
 * Plans a rendition. Equal boxes give equal plans, so a big thumb and a preview of 1024 pixels are the same picture.
 */
export function planRendition(request: RenditionRequest, limits: RenditionLimits): Plan {
  return { page: request.page, box: boxOf(request, limits), quality: QUALITY, background: BACKGROUND };
}

/** A request for a picture of any size, shape and format, with all defaults filled in. */
export interface PictureRequest extends Pick<Plan, 'page' | 'crop' | 'background' | 'maxFramePixels' | 'marks'> {
  readonly frame: Frame;
  readonly format: NonNullable<Plan['format']>;
  /** Default: by format. */
  readonly quality?: number | undefined;
}

/**
 * Default qualities. WebP and AVIF stay within six points of SSIMULACRA2 of JPEG on photographs, with about 0.7 and 0.54 of
 * its bytes; as many points as JPEG has would take 0.87 and 0.67.
 */
const QUALITIES: Readonly<Record<NonNullable<Plan['format']>, number>> = {
  ...{ jpg: QUALITY, 'jpg-or-png': QUALITY, png: QUALITY },
  ...{ webp: 80, avif: 60 },
};

/**
 * Plans a picture that is drawn from the file, or from another rendition of it: callers who may not have the original see
 * no finer pixels than in their largest preview.
 */
export function planRequested(
  { frame, format, quality, crop, maxFramePixels, marks, page, background }: PictureRequest,
  from: Plan | undefined,
): Plan {
  const box = Math.max(frame.width, frame.height);
  const isSquare = frame.fit === 'inside' && frame.width === frame.height;
  return {
    ...{ page, box, background },
    quality: format === 'png' ? QUALITY : (quality ?? QUALITIES[format]),
    ...(isSquare ? {} : { frame }),
    ...(crop ? { crop } : {}),
    ...(format === 'jpg' ? {} : { format }),
    ...(maxFramePixels === undefined || from ? {} : { maxFramePixels }),
    ...(marks === undefined ? {} : { marks }),
    ...(from ? { from } : {}),
  };
}

function boxOf({ kind, big, middle }: RenditionRequest, limits: RenditionLimits): number {
  if (big) return limits[kind].big;
  const { size } = limits[kind];
  return kind === 'thumb' && middle ? Math.max(size, Math.min(2 * size, limits.thumb.big)) : size;
}

/** Returns false if the properties of the file rule out `page` (zero-based). Always true for the first page. */
export function mayHavePage(
  properties: Pick<FileProperties, 'pages' | 'mediaType' | 'category'>,
  page: number,
): boolean {
  return page === 0 || (page > 0 && (page < properties.pages || !arePagesCounted(properties)));
}

/**
 * Tells whether the page count is reliable. That of Office files often is not, because programs store an outdated
 * number; that of a PDF is counted if the PDF is readable.
 */
function arePagesCounted({
  pages,
  mediaType,
  category,
}: Pick<FileProperties, 'pages' | 'mediaType' | 'category'>): boolean {
  return mediaType === 'application/pdf' ? pages > 0 : category !== FILE_CATEGORIES.document;
}

/**
 * Returns the size in pixels of a `width` x `height` picture fitted into a square box: aspect kept within a pixel,
 * never enlarged, each side at least 1. An unknown size (0) stays unknown. Rendered pictures have exactly this size.
 */
export function fitInside(width: number, height: number, box: number): { width: number; height: number } {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  const scale = Math.min(1, box / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Longest side in pixels at which a source without pixels of its own is drawn. */
export const MAX_DRAWN = 10_000;

/**
 * Returns the size in pixels of a sheet that fills a square box; its sides may be in any unit. The longer side equals
 * the box, the aspect is kept within a pixel, and each side is at least 1. Undefined if a side is not a positive finite
 * length.
 */
export function pageSize(width: number, height: number, box: number): { width: number; height: number } | undefined {
  if (!(width > 0 && height > 0 && width < Number.POSITIVE_INFINITY && height < Number.POSITIVE_INFINITY)) return;
  const longer = Math.max(width, height);
  const side = (length: number) => Math.max(1, Math.round((length / longer) * box));
  return { width: side(width), height: side(height) };
}

export const POINTS_PER_INCH = 72;
/** Longer side in pixels of a model, which has no natural size. */
export const MODEL_SIDE = 2048;
/** Density of pages where a size in pixels is needed, as for crops (interface decisions 7). */
export const PAGE_DPI = 300;

/** Returns the longer side in whole pixels of what is drawn for a length. */
export function drawnSide(side: number): number {
  return Math.min(MAX_DRAWN, Math.max(1, Math.round(side)));
}

/** Returns the size in pixels of a page whose sides are points; undefined as for `pageSize`. */
export function naturalPageSize(width: number, height: number, dpi = PAGE_DPI): Size | undefined {
  return pageSize(width, height, drawnSide((Math.max(width, height) / POINTS_PER_INCH) * dpi));
}
