/** Lists all places in the text of a file where the terms of a search are. */
import type { FileText } from './file-text.ts';
import type { TextTerm } from './full-text.ts';
import { cutOut, type Snippet } from './snippets.ts';
import { matchesIn, soughtIn } from './text-matches.ts';

/** A place where a search was found, with some text around it, in which it alone is marked. */
interface Hit extends Snippet {
  /** Its place in the text of its page, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The first hits of a text in its order, and the number of all. */
export interface Hits {
  readonly hits: readonly Hit[];
  readonly total: number;
}

/** Returns the first `most` places of terms, and counts all. Terms that overlap are one place. */
export function hitsOf({ pages, hasPages }: FileText, terms: readonly TextTerm[], most: number): Hits {
  const places: { page: number; start: number; end: number }[] = [];
  for (const { page, start, end } of matchesIn(pages, soughtIn(terms))) {
    const place = { page, start, end };
    // Matches come in the order of their ends, so a long one may hold some that came before it.
    for (let last = places.at(-1); last?.page === page && last.end > place.start; last = places.at(-1)) {
      place.start = Math.min(place.start, last.start);
      places.pop();
    }
    places.push(place);
  }
  return {
    total: places.length,
    hits: places.slice(0, most).map((place) => ({
      ...place,
      ...cutOut(pages[place.page] as string, [place]),
      page: hasPages ? place.page : null,
    })),
  };
}
