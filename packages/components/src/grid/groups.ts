import type { Asset } from '@asset-browsing-service/client';
import { dateReader, type Order } from '../assets/order.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { formatPeriod, type Period } from '../texts/periods.ts';

/** The groups of a list that is ordered by date. */
export interface Groups {
  readonly period: Period;
  /** Returns the key of the group of an asset. */
  keyOf(asset: Asset): string;
  /** Returns the heading of the group of an asset: `3 March 2024`, `March 2024`, `2024`, or that it has no date. */
  nameOf(asset: Asset): string;
}

/** Number of assets whose dates decide how a list is divided. */
export const SAMPLE = 100;

/** Mean number of assets in a group from which on its headings do not get in the way. */
const ENOUGH = 4;

const PERIODS: readonly Period[] = ['day', 'month', 'year'];

/**
 * Groups assets by the shortest of day, month and year of which each has some of the first loaded ones. Returns undefined if the
 * order is not by date.
 */
export function groupsOf(
  first: readonly Asset[],
  order: Order,
  { about, locale, say }: Pick<Catalogue, 'about' | 'locale' | 'say'>,
): Groups | undefined {
  const dateOf = dateReader(order, about);
  if (!dateOf) return undefined;
  const { timeZone } = about;
  const dates = first.map(dateOf).filter((date) => date !== null);
  const period =
    PERIODS.find((each) => {
      const groups = new Set(dates.map((date) => formatPeriod(date, each, 'en', timeZone)));
      return dates.length >= ENOUGH * groups.size;
    }) ?? 'year';
  const written = (asset: Asset, language: string) => {
    const date = dateOf(asset);
    return date === null ? undefined : formatPeriod(date, period, language, timeZone);
  };
  return {
    period,
    keyOf: (asset) => written(asset, 'en') ?? '',
    nameOf: (asset) => written(asset, locale) ?? say('grid.undated'),
  };
}
