import type { Asset } from '@asset-browsing-service/client';
import { AssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { PictureLease } from '../catalogue/picture-cache.ts';
import { positionOf } from './asset-position.ts';

/** The assets of a query, for moving from one to the next. */
export interface Walk {
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  /** The asset at a position; undefined until it is loaded. */
  at(position: number): Asset | undefined;
  /** The position of an asset that is at `hint` or at most 100 positions away; undefined if it is not, or not loaded. */
  find(id: number, hint: number): number | undefined;
  /** Looks for an asset in the whole list, `hint` and around it first, unless it has done so before. */
  locate(id: number, hint: number): void;
  /** Loads the asset at a position, and its neighbours. */
  goTo(position: number): void;
  /** Makes the next `goTo` and `locate` request again what failed to load. */
  retry(): void;
  /** Loads pictures of the neighbours whose longer side is this long, in CSS pixels. */
  preload(position: number, longest: number): void;
  close(): void;
}

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

/** Opens a query. */
export function openWalk(
  { client, about, pictures }: Catalogue,
  query: AssetQuery,
  { changed, located, failed }: WalkListener,
): Walk {
  let hasFailed = false;
  /** ID of the asset that was looked for last, and the search for it. */
  let wanted: number | undefined;
  let search = new AbortController();

  function requestFailed(error: unknown): void {
    hasFailed = true;
    failed(error);
  }

  const list = new AssetList({ ...{ client, about, query, changed }, failed: requestFailed });
  const preloaded = new Map<number, PictureLease<string> | undefined>();

  /** Releases preloaded pictures, except those of the assets with these IDs. */
  function release(kept: readonly (number | undefined)[] = []): void {
    for (const [id, lease] of preloaded) {
      if (kept.includes(id)) continue;
      lease?.release();
      preloaded.delete(id);
    }
  }

  async function locate(id: number, hint: number): Promise<void> {
    const { total } = list;
    // The most downloaded assets are a single page.
    if (id === wanted || total === undefined || query.isTop) return;
    wanted = id;
    search.abort();
    search = new AbortController();
    const { signal } = search;
    try {
      const position = await positionOf({ client, about }, { query, total, hint }, id, signal);
      if (position !== undefined && !signal.aborted) located(id, position);
    } catch (error) {
      if (!signal.aborted) requestFailed(error);
    }
  }

  return {
    get total() {
      return list.total;
    },
    at: (position) => list.at(position),
    find: (id, hint) => nearestPosition((position) => list.at(position)?.id === id, hint, REACH),
    locate: (id, hint) => void locate(id, hint),
    goTo: (position) => list.show(Math.max(0, position - 1), position + 2),
    retry: () => {
      // Only then, because it also cancels requests that are under way.
      if (hasFailed) {
        list.retry();
        wanted = undefined;
      }
      hasFailed = false;
    },
    preload: (position, longest) => {
      const neighbours = [list.at(position + 1), list.at(position - 1)];
      release(neighbours.map((asset) => asset?.id));
      for (const asset of neighbours) {
        if (!asset || preloaded.has(asset.id)) continue;
        const source = pictures.addressOf(asset, longest);
        if (typeof source === 'string') new Image().src = source;
        preloaded.set(asset.id, typeof source === 'string' ? undefined : source.lease());
      }
    },
    close: () => {
      release();
      search.abort();
      list.close();
    },
  };
}

/** Returns the position nearest to `hint`, and at most `reach` away from it, for which `isIt` holds. */
export function nearestPosition(isIt: (position: number) => boolean, hint: number, reach: number): number | undefined {
  for (let away = 0; away <= reach; away += 1) {
    const found = [hint - away, hint + away].find((position) => position >= 0 && isIt(position));
    if (found !== undefined) return found;
  }
  return undefined;
}
