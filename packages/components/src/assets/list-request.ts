import type { Operations, SystemInformation } from '@asset-browsing-service/client';
import type { AssetQuery } from './asset-query.ts';
import { fieldOf, listSearchOf, orderOf } from './order.ts';
import { pageSizeFor } from './page-size.ts';
import { askShown } from './shown-fields.ts';

/** Maximum number of assets per request: a screen or two, so that a jump costs one or two requests. */
const MAX_ASSETS = 100;

/** Number of assets on the pages in which lists are loaded. */
export function listPageSize(about: SystemInformation): number {
  return pageSizeFor(about, MAX_ASSETS);
}

/** Which assets a list has, and the IDs of the fields that it shows. */
export interface Listed {
  readonly about: SystemInformation;
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
