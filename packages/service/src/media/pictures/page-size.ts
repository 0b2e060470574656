/** Longest side in pixels at which a source without pixels of its own is drawn. */
export const MOST_DRAWN = 10_000;

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
