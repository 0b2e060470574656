/**
 * Result controls of node content and search: order, paging and the contents of entries (interface: Result controls).
 */

import type { SortField, SortKey } from '../../../columnar/src/search-index.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import { ENTRY_PARAMETERS } from './entries.ts';
import type { Context } from './operation.ts';
import { integerFrom, one, oneWord, type ParamValues, type Shape, sequence, TEXT } from './params.ts';

/** Parameters that control order, paging and entries of a result list. */
export const RESULT_CONTROLS = {
  sort_order: sequence(
    TEXT,
    'Sort keys, the most important first: id, name, uploaddate, lastmodified, extension, assettype, score, ' +
      'original (originalname), size (filesize), duration, pixels, rating (the mean), `info_<field ID>`. At most 8; ' +
      'ties are ordered by ID',
    { since: '2.2' },
  ),
  sort_order_seq: sequence(
    oneWord('asc', 'desc'),
    'Direction of each key of `sort_order`, or of the order by name without it; empty is the usual one',
    { since: '2.2' },
  ),
  paginate: one(integerFrom(1), 'Number of entries on a page, up to the setting `maxPageSize`; adds `total`', {
    since: '2.1',
  }),
  page: one(integerFrom(1), 'Number of the page, from 1', { since: '2.1', default: 1 }),
  limit: one(integerFrom(1), 'Maximum number of results over all pages', { since: '2.4' }),
  ...ENTRY_PARAMETERS,
} as const satisfies Shape;

/** Parameters of lists that have an order of their own, and always a total. */
export const PAGING = {
  paginate: RESULT_CONTROLS.paginate,
  page: RESULT_CONTROLS.page,
} as const satisfies Shape;

/** The range of entries to show: without `paginate` the first `maxSearchResults`. */
export function pageOf({ paginate, page }: ParamValues<typeof PAGING>, settings: Context['settings']) {
  if (paginate === undefined) return { offset: 0, count: settings.maxSearchResults };
  refuseLargePage(paginate, settings.maxPageSize);
  return { offset: offsetOf(page, paginate), count: paginate };
}

function refuseLargePage(paginate: number, most: number): void {
  if (paginate > most) throw invalidParameter(`paginate: "${paginate}" is not an integer from 1 to ${most}`);
}

function offsetOf(page: number, paginate: number): number {
  return Math.min((page - 1) * paginate, Number.MAX_SAFE_INTEGER);
}

type ResultControls = ParamValues<typeof RESULT_CONTROLS>;

/** Words of `sort_order`. The numbers of `search_order` are in `search/search-parameters.ts`. */
const SORT_WORDS: ReadonlyMap<string, SortField> = new Map<string, SortField>([
  ['id', { by: 'id' }],
  ['name', { by: 'name' }],
  ['uploaddate', { by: 'uploaded' }],
  ['lastmodified', { by: 'modified' }],
  ['extension', { by: 'extension' }],
  ['assettype', { by: 'asset_type' }],
  ['score', { by: 'score' }],
  ['original', { by: 'original' }],
  ['originalname', { by: 'original' }],
  ['size', { by: 'size' }],
  ['filesize', { by: 'size' }],
  ['duration', { by: 'duration' }],
  ['pixels', { by: 'pixels' }],
  ['rating', { by: 'rating' }],
]);

/** Maximum number of different sort keys in a request; each may have to be compared for every match. */
const MAX_SORT_KEYS = 8;

/** The order of a listing that asks for none. */
interface UsualOrder {
  readonly field: SortField;
  /** The direction that the request gives in the manner of 1.x. */
  readonly direction?: Direction | undefined;
}

type Direction = 'asc' | 'desc';

/**
 * Returns the sort keys of a request: `sort_order`, else the usual order, each in its direction of `sort_order_seq`.
 * Without a direction, scores sort in descending order and everything else in ascending order. An empty item is the
 * default of its place: the usual order at the first, none further on. Repeated keys and fields that do not exist decide
 * nothing (interface decisions 4).
 */
export function readSortKeys(
  { sort_order, sort_order_seq }: Pick<ResultControls, 'sort_order' | 'sort_order_seq'>,
  model: CatalogueModel,
  usual: UsualOrder = { field: { by: 'name' } },
): readonly SortKey[] {
  const keys = new Map<string, SortKey>();
  const add = (key: SortKey) => keys.getOrInsert(key.by === 'info_field' ? `info_${key.field}` : key.by, key);
  for (const [place, word] of sort_order.entries()) {
    if (word === undefined && place === 0) add(usualKey(usual, sort_order_seq[place]));
    const field = word === undefined ? undefined : sortField(word, model);
    const direction = sort_order_seq[place] ?? (field?.by === 'score' ? 'desc' : 'asc');
    if (field) add({ ...field, descending: direction === 'desc' });
  }
  if (keys.size > MAX_SORT_KEYS) {
    throw invalidParameter(`sort_order: holds more than ${MAX_SORT_KEYS} different keys`);
  }
  return keys.size > 0 ? [...keys.values()] : [usualKey(usual, sort_order_seq[0])];
}

/** The best come first whatever a direction says: clients that always send the default send `asc`. */
function usualKey({ field, direction: old = 'asc' }: UsualOrder, direction: Direction = old): SortKey {
  return { ...field, descending: field.by === 'score' || direction === 'desc' };
}

/** Returns undefined for a field that does not exist; throws for any other word that is no sort key. */
function sortField(word: string, model: CatalogueModel): SortField | undefined {
  const name = word.toLowerCase();
  const sortWord = SORT_WORDS.get(name);
  if (sortWord) return sortWord;
  const field = /^info_(-?\d+)$/.exec(name)?.[1];
  if (field !== undefined) {
    return model.infoFields.has(Number(field)) ? { by: 'info_field', field: Number(field) } : undefined;
  }
  throw invalidParameter(
    `sort_order: ${quote(word)} is not one of ${[...SORT_WORDS.keys()].join(', ')}, info_<ID of an information field>`,
  );
}

/** The range of matches that a response shows. */
export interface Window {
  readonly offset: number;
  readonly count: number;
  /** Returns the exact total for the envelope; undefined if paging was not requested and the list is complete. */
  totalToShow(matches: number): number | undefined;
}

/**
 * Computes the range of matches to show. Without `paginate` it has at most `maxSearchResults` entries; with it, every
 * match is reachable (interface decisions 4).
 */
export function windowOf(controls: ResultControls, settings: Context['settings']): Window {
  const { paginate, page, limit = Number.POSITIVE_INFINITY } = controls;
  const total = (matches: number) => Math.min(matches, limit);
  if (paginate === undefined) {
    const count = Math.min(limit, settings.maxSearchResults);
    return { offset: 0, count, totalToShow: (matches) => (total(matches) > count ? total(matches) : undefined) };
  }
  refuseLargePage(paginate, settings.maxPageSize);
  const offset = offsetOf(page, paginate);
  return { offset, count: Math.max(0, Math.min(paginate, limit - offset)), totalToShow: total };
}
