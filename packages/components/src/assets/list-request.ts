import type { Operations } from '@asset-browsing-service/client';
import type { AssetQuery } from './asset-query.ts';
import { fieldOf, listSearchOf, type OrderSettings, orderOf } from './order.ts';
import { type PageLimits, pageSizeFor } from './page-size.ts';
import { askShown, type ShownSettings } from './shown-fields.ts';

/** Maximum number of assets per request: a screen or two, so that a jump costs one or two requests. */
const MAX_ASSETS = 100;

/** What a service says of itself that lists depend on. */
export type ListSettings = OrderSettings & ShownSettings & PageLimits;

/** Number of assets on the pages in which lists are loaded. */
export function listPageSize(about: PageLimits): number {
  return pageSizeFor(about, MAX_ASSETS);
}

/** Which assets a list has, and the IDs of the fields that it shows. */
export interface Listed {
  readonly about: ListSettings;
  readonly query: AssetQuery;
  readonly fields: readonly number[];
}

/** Asks for a page of so many assets; `page` counts from 0. `ask` sends the parameters, if need be once more with fewer. */
export async function askPage<T>(
  { about, query, fields }: Listed,
  paginate: number,
  page: number,
  ask: (params: Operations['node']['search']['query']) => Promise<T>,
): Promise<T> {
  const field = fieldOf(orderOf(query, about));
  const [shownFields, ordered] = field === undefined ? [fields, {}] : [[...fields, field], { infofields_raw: true }];
  const snippets = query.text ? { search_snippets: true } : {};
  return await askShown(about, shownFields, (shown) =>
    ask({ ...listSearchOf(query, about), ...shown, ...ordered, ...snippets, paginate, page: page + 1 }),
  );
}
