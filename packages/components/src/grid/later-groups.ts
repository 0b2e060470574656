import type { Asset } from '@asset-browsing-service/client';
import type { Order } from '../assets/order.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Period } from '../texts/periods.ts';
import type { Heads } from './layout.ts';

/** The groups of a list that is ordered by date. */
export interface Groups {
  readonly period: Period;
  /** Where the groups of a list begin. */
  headsOf(total: number, assetAt: (position: number) => Asset | undefined): Heads;
  /** Returns the heading of the group of an asset: `3 March 2024`, `March 2024`, `2024`, or that it has no date. */
  nameOf(asset: Asset): string;
}

/** Groups a list by its first loaded assets. Returns undefined if its order is not by date. */
export type GroupsOf = (
  first: readonly Asset[],
  order: Order,
  catalogue: Pick<Catalogue, 'about' | 'locale' | 'say'>,
) => Groups | undefined;

/** Number of assets whose dates decide how a list is divided. */
export const SAMPLE = 100;

/** What has loaded: pages have it from the start, other lists once one may be ordered by date. */
export const GROUPING: { groupsOf?: GroupsOf } = {};
