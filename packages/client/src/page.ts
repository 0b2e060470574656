import type { Envelope, OtherText } from './envelope.ts';

/** One page of a list. Iterating over it yields it and the pages after it: `for await (const page of first)`. */
export interface Page<Item, Facets = unknown, Data = unknown> extends AsyncIterable<Page<Item, Facets, Data>> {
  readonly items: readonly Item[];
  /** All data of the answer: the items, or an object that contains them, such as reviews with the mean of their ratings. */
  readonly data: Data;
  /** Number of this page, from 1. */
  readonly number: number;
  /**
   * Number of items that were found; undefined if `items` has them all. A list without pages that the service has cut at
   * `maxSearchResults` has a total, too, but no next page: request it with `paginate` to get all.
   */
  readonly total: number | undefined;
  /** Facets over all pages, if the request asked for them. */
  readonly facets: Facets | undefined;
  /** Other texts to search for: with `search_suggest`, where the text of the request finds nothing. */
  readonly didYouMean: readonly OtherText[] | undefined;
  /** Of duplicates, the number of assets that could not be compared in time, so that groups may be missing; undefined elsewhere. */
  readonly uncompared: number | undefined;
  /** Resolves with the next page; undefined after the last one. */
  next(): Promise<Page<Item, Facets, Data> | undefined>;
  /** Yields each item of this page and of the pages after it. A list without pages ends with its own items. */
  all(): AsyncIterable<Item>;
}

/** Where a page is in its list. */
export interface PagePlace<ListPage> {
  readonly number: number;
  /** Number of items on a page; undefined if the list has no pages. */
  readonly size: number | undefined;
  /** Property of the data that contains the items; undefined if the data is the items. */
  readonly property: string | undefined;
  load(number: number): Promise<ListPage>;
}

/** Makes a page of an envelope. */
export function pageOf<Item, Facets, Data>(
  { data, total, facets, did_you_mean: didYouMean, uncompared }: Envelope,
  { number, size, property, load }: PagePlace<Page<Item, Facets, Data>>,
): Page<Item, Facets, Data> {
  const listed = property === undefined ? data : (data as Record<string, unknown>)[property];
  // With `search_facets=1` the data is the facets, and no items are listed.
  const isFacetsOnly = !Array.isArray(listed);
  const items: readonly Item[] = isFacetsOnly ? [] : listed;
  const page: Page<Item, Facets, Data> = {
    items,
    data: data as Data,
    number,
    total,
    didYouMean,
    uncompared,
    facets: (isFacetsOnly ? data : facets) as Facets | undefined,
    next: async () =>
      size === undefined || items.length === 0 || number * size >= (total ?? 0) ? undefined : await load(number + 1),
    all: async function* () {
      for await (const { items } of page) yield* items;
    },
    [Symbol.asyncIterator]: async function* () {
      for (let each: Page<Item, Facets, Data> | undefined = page; each; each = await each.next()) yield each;
    },
  };
  return page;
}
