import type { Envelope } from './envelope.ts';

/** One page of a list. Iterating over it yields it and the pages after it: `for await (const page of first)`. */
export interface Page<T, F = unknown, D = unknown> extends AsyncIterable<Page<T, F, D>> {
  readonly items: readonly T[];
  /** All that the answer says: the items, or what has them, such as reviews with the mean of their ratings. */
  readonly data: D;
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
  next(): Promise<Page<T, F, D> | undefined>;
  /** Yields each item of this page and of the pages after it. A list without pages ends with its own items. */
  all(): AsyncIterable<T>;
}

/** Where a page is in its list. */
export interface PagePlace<P> {
  readonly number: number;
  /** Number of items on a page; undefined if the list has no pages. */
  readonly size: number | undefined;
  /** Property of the data that has the items; undefined if the data is them. */
  readonly property: string | undefined;
  load(number: number): Promise<P>;
}

/** Makes a page of an envelope. */
export function pageOf<T, F, D>(
  { data, total, facets }: Envelope,
  { number, size, property, load }: PagePlace<Page<T, F, D>>,
): Page<T, F, D> {
  const listed = property === undefined ? data : (data as Record<string, unknown>)[property];
  // With `search_facets=1` the facets are the data, and nothing is listed.
  const isFacetsOnly = !Array.isArray(listed);
  const items: readonly T[] = isFacetsOnly ? [] : listed;
  const page: Page<T, F, D> = {
    items,
    data: data as D,
    number,
    total,
    facets: (isFacetsOnly ? data : facets) as F | undefined,
    next: async () =>
      size === undefined || items.length === 0 || number * size >= (total ?? 0) ? undefined : await load(number + 1),
    all: async function* () {
      for await (const { items } of page) yield* items;
    },
    [Symbol.asyncIterator]: async function* () {
      for (let each: Page<T, F, D> | undefined = page; each; each = await each.next()) yield each;
    },
  };
  return page;
}
