import type { Asset } from '@asset-browsing-service/client';
import { type AssetList, openAssetList } from '../assets/asset-list.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** The assets of a query, one after the other. */
export interface Walk {
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  /** The asset at a position; undefined until it is loaded. */
  at(position: number): Asset | undefined;
  /** Loads the asset at a position, and its neighbours. */
  goTo(position: number): void;
  /** Loads pictures of the neighbours whose longer side is this long, in CSS pixels. */
  preload(position: number, longest: number): void;
  close(): void;
}

/** Opens the way through a query. `changed` and `failed` tell the outcome of `goTo`. */
export function openWalk(
  { client, about, pictures }: Catalogue,
  query: AssetQuery,
  { changed, failed }: { readonly changed: () => void; readonly failed: (error: unknown) => void },
): Walk {
  const list: AssetList = openAssetList({ client, about, query, changed, failed });
  const preloaded = new Set<number>();
  return {
    get total() {
      return list.total;
    },
    at: list.at,
    goTo: (position) => list.show(Math.max(0, position - 1), position + 2),
    preload: (position, longest) => {
      for (const place of [position + 1, position - 1]) {
        const asset = list.at(place);
        if (!asset || preloaded.has(asset.id)) continue;
        preloaded.add(asset.id);
        const address = pictures.addressOf(asset, longest);
        if (typeof address === 'string') new Image().src = address;
        else address.catch(() => preloaded.delete(asset.id));
      }
    },
    close: list.close,
  };
}
