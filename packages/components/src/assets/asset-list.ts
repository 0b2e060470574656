import type { Asset, Client, SystemInformation } from '@asset-browsing-service/client';
import { notOurs } from '../catalogue/failures.ts';
import { hasEnded, type Pictured } from '../catalogue/given-pictures.ts';
import { imported } from '../catalogue/later-part.ts';
import type { AssetQuery } from './asset-query.ts';
import { askPage, listPageSize } from './list-request.ts';
import { listSearchOf, type Order, orderOf } from './order.ts';
import { askShown } from './shown-fields.ts';

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

/** Maximum number of pages in memory; those that were shown longest ago are removed. */
const MAX_PAGES = 200;

/** The most downloaded assets are a single page. */
function topOf(items: readonly Asset[]): { readonly items: readonly Asset[]; readonly total: number } {
  return { items, total: items.length };
}

/** The assets of a query by position, loaded in pages when they are shown. Sends nothing before the first `show`. */
export class AssetList {
  readonly #options: AssetListOptions;
  readonly #pages = new Map<number, readonly Asset[]>();
  readonly #loading = new Map<number, AbortController>();
  readonly #failures = new Set<number>();
  readonly #pageSize: number;
  #total: number | undefined;

  constructor(options: AssetListOptions) {
    this.#options = options;
    this.#pageSize = listPageSize(options.about);
  }

  get query(): AssetQuery {
    return this.#options.query;
  }

  /** The order of the assets. */
  get order(): Order {
    return orderOf(this.#options.query, this.#options.about);
  }

  /** Number of assets; undefined until a page has arrived. */
  get total(): number | undefined {
    return this.#total;
  }

  /** How many of them can be shown, from the first on: a search index may answer only pages that begin before a place. */
  get reach(): number | undefined {
    return this.#total === undefined ? undefined : Math.min(this.#total, (this.#lastPage + 1) * this.#pageSize);
  }

  /** Number of the last page that the service answers, from 0. */
  get #lastPage(): number {
    return Math.floor((this.#options.about.searchLimits?.mostOffset ?? Number.POSITIVE_INFINITY) / this.#pageSize);
  }

  /** True while a page that was shown last is missing because it could not be loaded. */
  get hasFailed(): boolean {
    return this.#failures.size > 0;
  }

  /** Identifies the oldest pending request; undefined if there is none. */
  get oldestRequest(): unknown {
    return this.#loading.values().next().value;
  }

  /** The asset at a position from 0; undefined until it is loaded. */
  at(position: number): Asset | undefined {
    return this.#pages.get(Math.floor(position / this.#pageSize))?.[position % this.#pageSize];
  }

  /**
   * Loads the pages with the assets from `first` up to `end`, which is excluded, and cancels requests for others. Skips pages that
   * are loaded or loading, unless the addresses of their pictures have ended, and those that have failed, until others are shown or
   * `retry` is called. `changed` and `failed`
   * report the outcome.
   */
  show(first: number, end: number): void {
    const pages = this.#pages;
    const from = Math.min(this.#lastPage, Math.max(0, Math.floor(first / this.#pageSize)));
    const last = Math.floor((Math.min(end, this.#total ?? end) - 1) / this.#pageSize);
    const to = Math.min(this.#lastPage, Math.max(from, last));
    for (const [page, controller] of this.#loading) {
      if (page >= from && page <= to) continue;
      controller.abort();
      this.#loading.delete(page);
    }
    for (const page of this.#failures) if (page < from || page > to) this.#failures.delete(page);
    for (let page = from; page <= to; page += 1) {
      const present = pages.get(page);
      if (present && !present.some(({ picture }: Pictured) => picture && hasEnded(picture))) {
        // A Map iterates in the order of insertion, so this page becomes the newest.
        pages.delete(page);
        pages.set(page, present);
      } else if (!this.#loading.has(page) && !this.#failures.has(page)) void this.#load(page);
    }
  }

  /** Cancels requests and forgets failures, so that `show` loads those pages again. */
  retry(): void {
    this.#failures.clear();
    this.close();
  }

  /**
   * Resolves with the IDs of the assets at these positions, in the order of the positions, and loads missing ones. Rejects with
   * the error of a request, or the reason of the signal.
   */
  async idsAt(positions: readonly number[], signal: AbortSignal): Promise<readonly number[]> {
    // Later, because few people select what is not loaded.
    const { loadIds } = await imported(import('./asset-ids.ts'));
    const { client, about, query } = this.#options;
    const present = (page: number) => this.#pages.get(page)?.map(({ id }) => id);
    return await loadIds(
      { client, search: listSearchOf(query, about), pageSize: this.#pageSize, present },
      positions,
      signal,
    );
  }

  /** Cancels the requests of `show`. */
  close(): void {
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
  }

  async #load(page: number): Promise<void> {
    const { changed, failed } = this.#options;
    const size = this.#pageSize;
    const controller = new AbortController();
    this.#loading.set(page, controller);
    try {
      const result = await this.#ask(size, page, controller.signal);
      const found = result.total ?? result.items.length;
      // The tiles of a page without assets would wait forever.
      if (found > page * size && !result.items[0]) throw notOurs();
      // The catalogue has changed, so the other pages may be at other positions now.
      if (found !== this.#total) this.#pages.clear();
      this.#total = found;
      this.#pages.set(page, result.items);
      this.#forgetOldest();
      changed(page * size, page * size + result.items.length);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#failures.add(page);
      failed(error);
    } finally {
      if (this.#loading.get(page) === controller) this.#loading.delete(page);
    }
  }

  /**
   * Resolves with the asset at a position, which is loaded alone. Rejects with the error of the request, or the reason of the
   * signal.
   */
  async single(position: number, signal: AbortSignal): Promise<Asset | undefined> {
    return this.at(position) ?? (await this.#ask(1, position, signal)).items[0];
  }

  /** Requests a page of so many assets. */
  async #ask(
    paginate: number,
    page: number,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly Asset[]; readonly total?: number | undefined }> {
    const { client, about, query, fields = [] } = this.#options;
    if (!query.isTop)
      return await askPage({ about, query, fields }, paginate, page, (params) =>
        client.node.search(params, { signal }),
      );
    return topOf(await askShown(about, fields, (shown) => client.node.top({ ...shown, top: paginate }, { signal })));
  }

  #forgetOldest(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) return;
      this.#pages.delete(page);
    }
  }
}
