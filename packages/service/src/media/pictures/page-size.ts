/** Longest side in pixels at which anything is drawn that has no pixels of its own. */
export const MOST_DRAWN = 10_000;

/**
 * Pixels of a sheet whose sides are in any unit, drawn so that it fills a square box: the longer side is the box, aspect kept
 * within a pixel, never below 1. Undefined for sides that are no lengths.
 */
export function pageSize(width: number, height: number, box: number): { width: number; height: number } | undefined {
  if (!(width > 0 && height > 0 && width < Number.POSITIVE_INFINITY && height < Number.POSITIVE_INFINITY)) return;
  const longer = Math.max(width, height);
  const side = (length: number) => Math.max(1, Math.round((length / longer) * box));
  return { width: side(width), height: side(height) };
}
