import type { Envelope } from './envelope.ts';

/** One page of a list. Iterating over it yields it and the pages after it: `for await (const page of first)`. */
export interface Page<T, F = unknown> extends AsyncIterable<Page<T, F>> {
  readonly items: readonly T[];
  /** Number of this page, from 1. */
  readonly number: number;
  /**
   * Number of items that were found; undefined if the list is whole. A list without pages that the service has cut at
   * `maxSearchResults` has a total, too, but no next page: ask with `paginate` to get all.
   */
  readonly total: number | undefined;
  /** Facets over all pages, if the request asked for them. */
  readonly facets: F | undefined;
  /** Resolves with the next page; undefined after the last one. */
  next(): Promise<Page<T, F> | undefined>;
  /** Yields each item of this page and of the pages after it. A list without pages ends with its own items. */
  all(): AsyncIterable<T>;
}

/** Makes a page of an envelope. `size` is the number of items on a page; undefined if the list has no pages. */
export function pageOf<T, F>(
  { data, total, facets }: Envelope,
  { number, size, load }: { number: number; size: number | undefined; load(number: number): Promise<Page<T, F>> },
): Page<T, F> {
  // With `search_facets_only` the facets are the data, and nothing is listed.
  const isFacetsOnly = !Array.isArray(data);
  const items = isFacetsOnly ? [] : (data as readonly T[]);
  const page: Page<T, F> = {
    items,
    number,
    total,
    facets: (isFacetsOnly ? data : facets) as F | undefined,
    next: async () =>
      size === undefined || items.length === 0 || number * size >= (total ?? 0) ? undefined : await load(number + 1),
    all: async function* () {
      for await (const { items } of page) yield* items;
    },
    [Symbol.asyncIterator]: async function* () {
      for (let each: Page<T, F> | undefined = page; each; each = await each.next()) yield each;
    },
  };
  return page;
}
