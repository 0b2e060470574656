import type { Entry } from './entry.ts';

/** As many as a first page shows. */
const PICTURES = 24;

/** None of the large ones, nor of those for print, which take long to draw. */
const LONGEST_EDGE = 1280;

/** Returns what the demo begins with while the rest of it is drawn: the newest pictures, and the logos of its page. */
export function beginningOf(entries: readonly Entry[]): readonly Entry[] {
  const newest = entries
    .filter(
      ({ picture }) =>
        picture && picture.treatment !== 'cmyk' && Math.max(picture.width, picture.height) <= LONGEST_EDGE,
    )
    .toSorted((a, b) => a.ago - b.ago)
    .slice(0, PICTURES);
  return entries.filter((entry) => entry.picture?.scene === 'logo' || newest.includes(entry));
}
