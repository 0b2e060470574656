import type { Asset } from '@asset-browsing-service/client';
import { type AssetList, openAssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { PictureLease } from '../catalogue/picture-cache.ts';

/** The assets of a query, one after the other. */
export interface Walk {
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  /** The asset at a position; undefined until it is loaded. */
  at(position: number): Asset | undefined;
  /** The position of an asset that was at `hint` when somebody last looked; undefined if it is not among those loaded. */
  find(id: number, hint: number): number | undefined;
  /** Loads the asset at a position, and its neighbours. */
  goTo(position: number): void;
  /** Loads pictures of the neighbours whose longer side is this long, in CSS pixels. */
  preload(position: number, longest: number): void;
  close(): void;
}

/** Positions by which an asset may have moved and is still found, as far as they are loaded. */
const REACH = 100;

/** Opens the way through a query. `changed` and `failed` tell the outcome of `goTo`. */
export function openWalk(
  { client, about, pictures }: Catalogue,
  query: AssetQuery,
  { changed, failed }: { readonly changed: () => void; readonly failed: (error: unknown) => void },
): Walk {
  const list: AssetList = openAssetList({ client, about, query, changed, failed });
  const preloaded = new Map<number, PictureLease<string> | undefined>();

  /** Ends what is preloaded, but for the pictures of these assets. */
  function leave(kept: readonly (number | undefined)[] = []): void {
    for (const [id, lease] of preloaded) {
      if (kept.includes(id)) continue;
      lease?.release();
      preloaded.delete(id);
    }
  }

  return {
    get total() {
      return list.total;
    },
    at: list.at,
    find: (id, hint) => nearestPosition((position) => list.at(position)?.id === id, hint, REACH),
    goTo: (position) => list.show(Math.max(0, position - 1), position + 2),
    preload: (position, longest) => {
      const neighbours = [list.at(position + 1), list.at(position - 1)];
      leave(neighbours.map((asset) => asset?.id));
      for (const asset of neighbours) {
        if (!asset || preloaded.has(asset.id)) continue;
        const source = pictures.addressOf(asset, longest);
        if (typeof source === 'string') new Image().src = source;
        preloaded.set(asset.id, typeof source === 'string' ? undefined : source.lease());
      }
    },
    close: () => {
      leave();
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
