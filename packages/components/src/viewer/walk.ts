import type { Asset } from '@asset-browsing-service/client';
import { AssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { PictureLease } from '../catalogue/picture-cache.ts';
import { positionOf } from './asset-position.ts';

/** How many positions away from its last known one an asset is looked for. */
const REACH = 100;

/** Functions that a walk calls. */
export interface WalkListener {
  /** Called when assets have arrived after `goTo`. */
  readonly changed: () => void;
  /** Called when `locate` has found an asset. */
  readonly located: (id: number, position: number) => void;
  /** Called if something could not be loaded. */
  readonly failed: (error: unknown) => void;
}

/** The assets of a query, for moving from one to the next. */
export class Walk {
  readonly #catalogue: Catalogue;
  readonly #listener: WalkListener;
  readonly #list: AssetList;
  readonly #preloaded = new Map<number, PictureLease<string> | undefined>();
  #hasFailed = false;
  /** ID of the asset that was looked for last, and the search for it. */
  #wanted: number | undefined;
  #search = new AbortController();

  constructor(catalogue: Catalogue, query: AssetQuery, listener: WalkListener) {
    const { client, about } = catalogue;
    this.#catalogue = catalogue;
    this.#listener = listener;
    const failed = (error: unknown) => this.#failed(error);
    this.#list = new AssetList({ client, about, query, changed: listener.changed, failed });
  }

  /** Number of assets that can be reached; undefined until it is known. */
  get total(): number | undefined {
    return this.#list.reach;
  }

  /** The asset at a position; undefined until it is loaded. */
  at(position: number): Asset | undefined {
    return this.#list.at(position);
  }

  /** The position of an asset that is at `hint` or at most 100 positions away; undefined if it is not, or not loaded. */
  find(id: number, hint: number): number | undefined {
    return nearestPosition((position) => this.at(position)?.id === id, hint, REACH);
  }

  /** Looks for an asset in the whole list, `hint` and around it first, unless it has done so before. */
  async locate(id: number, hint: number): Promise<void> {
    const { reach: total, query } = this.#list;
    // The most downloaded assets are a single page.
    if (id === this.#wanted || total === undefined || query.isTop) return;
    this.#wanted = id;
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    try {
      const position = await positionOf(this.#catalogue, { query, total, hint }, id, signal);
      if (position !== undefined && !signal.aborted) this.#listener.located(id, position);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** Loads the asset at a position, and its neighbours. */
  goTo(position: number): void {
    this.#list.show(Math.max(0, position - 1), position + 2);
  }

  /** Makes the next `goTo` and `locate` request again what failed to load. */
  retry(): void {
    // Only then, because it also cancels requests that are under way.
    if (!this.#hasFailed) return;
    this.#list.retry();
    this.#wanted = undefined;
    this.#hasFailed = false;
  }

  /** Loads pictures of the neighbours whose longer side is this long, in CSS pixels. */
  preload(position: number, longest: number): void {
    const neighbours = [this.at(position + 1), this.at(position - 1)];
    this.#release(neighbours.map((asset) => asset?.id));
    for (const asset of neighbours) {
      if (!asset || this.#preloaded.has(asset.id)) continue;
      const source = this.#catalogue.pictures.addressOf(asset, longest);
      if (typeof source === 'string') new Image().src = source;
      this.#preloaded.set(asset.id, typeof source === 'string' ? undefined : source.lease());
    }
  }

  close(): void {
    this.#release();
    this.#search.abort();
    this.#list.close();
  }

  #failed(error: unknown): void {
    this.#hasFailed = true;
    this.#listener.failed(error);
  }

  /** Releases preloaded pictures, except those of the assets with these IDs. */
  #release(kept: readonly (number | undefined)[] = []): void {
    for (const [id, lease] of this.#preloaded) {
      if (kept.includes(id)) continue;
      lease?.release();
      this.#preloaded.delete(id);
    }
  }
}

/** Returns the position nearest to `hint`, and at most `reach` away from it, for which `isIt` holds. */
export function nearestPosition(isIt: (position: number) => boolean, hint: number, reach: number): number | undefined {
  for (let away = 0; away <= reach; away += 1) {
    const found = [hint - away, hint + away].find((position) => position >= 0 && isIt(position));
    if (found !== undefined) return found;
  }
  return undefined;
}
