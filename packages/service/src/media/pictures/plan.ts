import { FILE_CATEGORIES, type FileFacts } from '../../domain/facts.ts';
import type { Plan } from './renderer.ts';

/** What a caller of `thumb` or `preview` may choose. */
export interface RenditionRequest {
  readonly kind: 'thumb' | 'preview';
  readonly big: boolean;
  /** Zero-based. */
  readonly page: number;
}

/** Sides of the boxes in pixels (configuration: `thumb`, `preview`). */
export interface RenditionLimits {
  readonly thumb: { readonly size: number; readonly big: number };
  readonly preview: { readonly size: number; readonly big: number };
}

// Visually free of artefacts on photographs, half the bytes of 92.
const QUALITY = 82;
// Decisions 7: alpha on white.
const BACKGROUND = '#ffffff';

/** Decides every number of a rendition. Equal boxes give equal plans, so a big thumb and a preview of 1024 are one picture. */
export function planRendition({ kind, big, page }: RenditionRequest, limits: RenditionLimits): Plan {
  return { page, box: big ? limits[kind].big : limits[kind].size, quality: QUALITY, background: BACKGROUND };
}

/** False where the facts of the file say that `page` (zero-based) does not exist; the first page always may. */
export function mayHavePage(facts: Pick<FileFacts, 'pages' | 'mediaType' | 'category'>, page: number): boolean {
  return page === 0 || (page > 0 && (page < facts.pages || !arePagesCounted(facts)));
}

/** Office programs write down a number of pages that is often that of an earlier day; pages of a PDF are counted where it can be read. */
function arePagesCounted({ pages, mediaType, category }: Pick<FileFacts, 'pages' | 'mediaType' | 'category'>): boolean {
  return mediaType === 'application/pdf' ? pages > 0 : category !== FILE_CATEGORIES.document;
}

/**
 * Pixels of a picture of `width` x `height` in a square box: aspect kept within a pixel, never enlarged, never below 1.
 * Unknown sizes (0) stay unknown. Rendered pictures have exactly this size.
 */
export function fitInside(width: number, height: number, box: number): { width: number; height: number } {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  const scale = Math.min(1, box / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
