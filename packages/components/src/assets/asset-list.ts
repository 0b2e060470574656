import type { Asset, Client, SystemInformation } from '@asset-browsing-service/client';
import { notOurs } from '../catalogue/failures.ts';
import { imported } from '../catalogue/later-part.ts';
import { type AssetQuery, searchOf } from './asset-query.ts';
import { pageSizeFor } from './page-size.ts';
import { shownFields } from './shown-fields.ts';

/** The assets of a query by position, loaded in pages when they are shown. */
export interface AssetList {
  readonly query: AssetQuery;
  /** Number of assets; undefined until a page has arrived. */
  readonly total: number | undefined;
  /** The asset at a position from 0; undefined until it is loaded. */
  at(position: number): Asset | undefined;
  /**
   * Loads the pages with the assets from `first` up to `end`, which is excluded, and cancels requests for others. Skips pages that
   * are loaded or loading, and those that have failed, until others are shown or `retry` is called. `changed` and `failed`
   * report the outcome.
   */
  show(first: number, end: number): void;
  /** True while a page that was shown last is missing because it could not be loaded. */
  readonly hasFailed: boolean;
  /** Identifies the oldest pending request; undefined if there is none. */
  readonly oldestRequest: unknown;
  /** Cancels requests and forgets failures, so that `show` loads those pages again. */
  retry(): void;
  /**
   * Resolves with the IDs of the assets at these positions, in the order of the positions, and loads missing ones. Rejects with
   * the error of a request, or the reason of the signal.
   */
  idsAt(positions: readonly number[], signal: AbortSignal): Promise<readonly number[]>;
  /** Cancels the requests of `show`. */
  close(): void;
}

/** What a list needs, and its callbacks. */
export interface AssetListOptions {
  readonly client: Client;
  readonly about: SystemInformation;
  readonly query: AssetQuery;
  /** IDs of information fields to load. */
  readonly fields?: readonly number[];
  /** Called when the assets from `first` up to `end`, which is excluded, have arrived. */
  readonly changed: (first: number, end: number) => void;
  /** Called when a page could not be loaded. */
  readonly failed: (error: unknown) => void;
}

/** Maximum number of assets per request: a screen or two, so that a jump costs one or two requests. */
const MAX_ASSETS = 100;

/** Maximum number of pages in memory; those that were shown longest ago are removed. */
const MAX_PAGES = 200;

/** The most downloaded assets are a single page. */
function topOf(items: readonly Asset[]): { readonly items: readonly Asset[]; readonly total: number } {
  return { items, total: items.length };
}

/** Opens a list. Sends nothing before the first `show`. */
export function openAssetList({ client, about, query, fields = [], changed, failed }: AssetListOptions): AssetList {
  const pages = new Map<number, readonly Asset[]>();
  const loading = new Map<number, AbortController>();
  const failures = new Set<number>();
  const search = searchOf(query);
  const pageSize = pageSizeFor(about, MAX_ASSETS);
  let total: number | undefined;

  async function load(page: number): Promise<void> {
    const controller = new AbortController();
    loading.set(page, controller);
    try {
      const { signal } = controller;
      const shown = shownFields(about, fields);
      const result = query.isTop
        ? topOf(await client.node.top({ ...shown, top: pageSize }, { signal }))
        : await client.node.search({ ...search, ...shown, paginate: pageSize, page: page + 1 }, { signal });
      const found = result.total ?? result.items.length;
      // The tiles of a page without assets would wait forever.
      if (found > page * pageSize && !result.items[0]) throw notOurs();
      // The catalogue has changed, so the other pages may be at other positions now.
      if (found !== total) pages.clear();
      total = found;
      pages.set(page, result.items);
      forgetOldest();
      changed(page * pageSize, page * pageSize + result.items.length);
    } catch (error) {
      if (controller.signal.aborted) return;
      failures.add(page);
      failed(error);
    } finally {
      if (loading.get(page) === controller) loading.delete(page);
    }
  }

  function abort(): void {
    for (const controller of loading.values()) controller.abort();
    loading.clear();
  }

  function forgetOldest(): void {
    for (const page of pages.keys()) {
      if (pages.size <= MAX_PAGES) return;
      pages.delete(page);
    }
  }

  return {
    query,
    get total() {
      return total;
    },
    at: (position) => pages.get(Math.floor(position / pageSize))?.[position % pageSize],
    show: (first, end) => {
      const from = Math.max(0, Math.floor(first / pageSize));
      const to = Math.max(from, Math.floor((Math.min(end, total ?? end) - 1) / pageSize));
      for (const [page, controller] of loading) {
        if (page >= from && page <= to) continue;
        controller.abort();
        loading.delete(page);
      }
      for (const page of failures) if (page < from || page > to) failures.delete(page);
      for (let page = from; page <= to; page += 1) {
        const present = pages.get(page);
        if (present) {
          // A Map iterates in the order of insertion, so this page becomes the newest.
          pages.delete(page);
          pages.set(page, present);
        } else if (!loading.has(page) && !failures.has(page)) void load(page);
      }
    },
    get hasFailed() {
      return failures.size > 0;
    },
    get oldestRequest() {
      const [oldest] = loading.values();
      return oldest;
    },
    retry: () => {
      failures.clear();
      abort();
    },
    idsAt: async (positions, signal) => {
      // Later, because few people select what is not loaded.
      const { loadIds } = await imported(import('./asset-ids.ts'));
      const present = (page: number) => pages.get(page)?.map(({ id }) => id);
      return await loadIds({ client, search, pageSize, present }, positions, signal);
    },
    close: abort,
  };
}
