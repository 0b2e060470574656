import type { Asset } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';

/** What a viewer is to show. It writes back what it finds out, and where the person goes. */
export interface ShownPlace {
  readonly query: AssetQuery | undefined;
  /** From 0. With an asset, its last known position: it is looked for there and nearby. */
  position: number;
  /** True if `position` only says where to look first: the asset is looked for further away, and may have no neighbours. */
  isGuessed: boolean;
  /** If undefined, the asset at the position is looked up. */
  asset: Asset | undefined;
  /** Number of a version; 0 for the current one. */
  version: number;
  /** Number of a page, from 1. */
  page: number;
}

/** The page that a place names, from 0. Frameworks may set anything. */
export function pageOf({ page }: ShownPlace): number {
  return Math.max(1, Math.trunc(page) || 1) - 1;
}
