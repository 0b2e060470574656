import type { Asset, Client, SystemInformation } from '@asset-browsing-service/client';
import { notOurs } from '../catalogue/failures.ts';
import { loadIds } from './asset-ids.ts';
import { type AssetQuery, searchOf } from './asset-query.ts';
import { pageSizeFor } from './page-size.ts';

/** The assets of a query by position, loaded in pages as they are looked at. */
export interface AssetList {
  readonly query: AssetQuery;
  /** Number of assets; undefined until the first page is there. */
  readonly total: number | undefined;
  /** The asset at a position from 0; undefined until it is loaded. */
  at(position: number): Asset | undefined;
  /**
   * Loads the assets from `first` up to `end`, which is not included, unless they are there, on their way, or have failed
   * since they are shown. Requests for positions that nobody looks at any more are cancelled. `changed` and `failed` tell
   * the outcome.
   */
  show(first: number, end: number): void;
  /** Stands for the request that has been on its way for longest; undefined while there is none. */
  readonly oldestRequest: unknown;
  /** Loads what has failed, or is on its way, anew the next time it is shown. */
  retry(): void;
  /**
   * Resolves with the IDs of the assets at these positions, in their order, and loads those that are missing. Rejects with
   * the error of a request, or the reason of the signal.
   */
  idsAt(positions: readonly number[], signal: AbortSignal): Promise<readonly number[]>;
  /** Ends all requests. */
  close(): void;
}

/** What the opener of a list gives and wants to know. */
export interface AssetListOptions {
  readonly client: Client;
  readonly about: SystemInformation;
  readonly query: AssetQuery;
  /** Fields to load besides those of every entry. */
  readonly fields?: readonly number[];
  /** Called when the assets from `first` up to `end`, which is not included, have arrived. */
  readonly changed: (first: number, end: number) => void;
  /** Called when a page could not be loaded. */
  readonly failed: (error: unknown) => void;
}

/** Most assets per request: a screen or two, so that a jump costs one or two requests. */
const MOST_ASSETS = 100;

/** Pages kept in memory. Those that were shown longest ago go first. */
const MOST_PAGES = 200;

/** The assets that were downloaded most are one page. */
function topOf(items: readonly Asset[]): { readonly items: readonly Asset[]; readonly total: number } {
  return { items, total: items.length };
}

/** Opens a list. Sends nothing before the first `show`. */
export function openAssetList({ client, about, query, fields = [], changed, failed }: AssetListOptions): AssetList {
  const pages = new Map<number, readonly Asset[]>();
  const loading = new Map<number, AbortController>();
  const failures = new Set<number>();
  const search = searchOf(query);
  const pageSize = pageSizeFor(about, MOST_ASSETS);
  let total: number | undefined;

  async function load(page: number): Promise<void> {
    const controller = new AbortController();
    loading.set(page, controller);
    try {
      const { signal } = controller;
      const shown = { extended: true, ...(fields.length > 0 && { infofields: fields }) };
      const result = query.isTop
        ? topOf(await client.node.top({ ...shown, top: pageSize }, { signal }))
        : await client.node.search({ ...search, ...shown, paginate: pageSize, page: page + 1 }, { signal });
      const found = result.total ?? result.items.length;
      // Its tiles would wait for ever.
      if (found > page * pageSize && !result.items[0]) throw notOurs();
      // The catalogue has changed, and with it the positions of all other assets.
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
      if (pages.size <= MOST_PAGES) return;
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
          // The order of a Map is that of insertion: this page is now the newest.
          pages.delete(page);
          pages.set(page, present);
        } else if (!loading.has(page) && !failures.has(page)) void load(page);
      }
    },
    get oldestRequest() {
      const [oldest] = loading.values();
      return oldest;
    },
    retry: () => {
      failures.clear();
      abort();
    },
    idsAt: (positions, signal) =>
      loadIds({ client, search, pageSize, present: (page) => pages.get(page)?.map(({ id }) => id) }, positions, signal),
    close: abort,
  };
}
