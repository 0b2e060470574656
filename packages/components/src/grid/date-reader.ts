import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { fieldOf, type Order } from '../assets/order.ts';

/**
 * Returns a function that reads the date by which an asset is ordered, in milliseconds since 1970; null without one. Undefined if
 * the order is not by date.
 */
export function dateReader(
  order: Order,
  { dateFields = [] }: Pick<SystemInformation, 'dateFields'>,
): ((asset: Asset) => number | null) | undefined {
  if (order.by === 'uploaddate') return ({ created }) => created ?? null;
  if (order.by === 'lastmodified') return ({ modified }) => modified ?? null;
  const field = fieldOf(order);
  if (field === undefined || !dateFields.includes(field)) return undefined;
  return ({ infofields_raw: raw }) => {
    const time = raw?.[field];
    return typeof time === 'number' ? time : null;
  };
}
