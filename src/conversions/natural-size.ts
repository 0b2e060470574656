import type { Size } from '../domain/geometry.ts';
import { OFFICE_TYPES } from '../domain/office-types.ts';
import type { DrawableFile } from '../ports/renderer.ts';
import { pdfPageSize } from '../renditions/sources/pdf.ts';

/** A4 upright, in points. */
const LONG = 842;
const POINTS_PER_INCH = 72;
/** Pixels of a model, which has no size at all. */
const MODEL_SIDE = 2048;
/** Longest side at which anything is drawn. */
export const MOST_DRAWN = 10_000;

/**
 * Longer side in pixels of what is drawn at any size, as it is at `dpi`: pages, sheets of text, models. Undefined for pictures,
 * which have pixels of their own.
 */
export async function naturalSide(
  source: DrawableFile | { readonly pdf: Uint8Array },
  dpi: number,
): Promise<number | undefined> {
  const points = 'pdf' in source ? longer(await pdfPageSize(source.pdf)) : await pointsOf(source);
  if (points !== undefined) return Math.min(MOST_DRAWN, Math.max(1, Math.round((points / POINTS_PER_INCH) * dpi)));
  return 'path' in source && source.facts.mediaType.startsWith('model/') ? MODEL_SIDE : undefined;
}

async function pointsOf({ path, facts: { mediaType } }: DrawableFile): Promise<number | undefined> {
  if (mediaType === 'application/pdf') return longer(await pdfPageSize(path));
  // Illustrator's own files are PDF in all but name; what is not is drawn by its preview.
  if (mediaType === 'application/vnd.adobe.illustrator') return await pdfPageSize(path).then(longer, () => undefined);
  return isText(mediaType) ? LONG : undefined;
}

function longer({ width, height }: Size): number {
  return Math.max(width, height);
}

const TEXT = /^(?:text\/.*|application\/(?:xml|xhtml\+xml|json|geo\+json|yaml|x-subrip)|message\/rfc822)$/;

function isText(mediaType: string): boolean {
  return TEXT.test(mediaType) && !OFFICE_TYPES.has(mediaType);
}
