import type { Asset } from '@asset-browsing-service/client';
import { fieldOf, type Order } from '../assets/order.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isVisible, visibleName } from '../catalogue/visible-name.ts';
import { formatBytes } from '../texts/bytes.ts';
import { formatPeriod, type Period } from '../texts/periods.ts';
import { dateReader } from './date-reader.ts';

/**
 * What an asset is ordered by, as people read it: `March 2024`, the first letter of its name, its size. Undefined if the order
 * says nothing of it.
 */
export function placeValue(
  asset: Asset,
  order: Order,
  period: Period,
  { about, locale, say }: Pick<Catalogue, 'about' | 'locale' | 'say'>,
): string | undefined {
  const dateOf = dateReader(order, about);
  if (dateOf) {
    const date = dateOf(asset);
    return date === null ? say('grid.undated') : formatPeriod(date, period, locale, about.timeZone);
  }
  const field = fieldOf(order);
  const value = field === undefined ? ownValue(asset, order, { say, locale }) : asset.infofields?.[field];
  return isVisible(value) ? value : undefined;
}

function ownValue(
  { name, alt_name, size, extension }: Asset,
  { by }: Order,
  { say, locale }: Pick<Catalogue, 'say' | 'locale'>,
): string | undefined {
  if (by === 'name')
    return /^[\p{L}\p{N}]/u.exec(visibleName(say, alt_name, name).trim())?.[0].toLocaleUpperCase(locale);
  if (by === 'size' || by === 'filesize') return size === undefined ? undefined : formatBytes(size, locale);
  return by === 'extension' ? extension?.toUpperCase() : undefined;
}
