import type { AssetQuery, Filter, Sorting } from '../assets/asset-query.ts';
import { fieldOfDates, readDateRange, writeDateRange } from '../facets/date-ranges.ts';
import { languageTag } from '../texts/language-tag.ts';

/** What the address of the page says, so that a link and the history restore it. */
export interface PagePlace {
  /** What the list shows. */
  readonly query: AssetQuery;
  /** ID of the asset that is open. */
  readonly asset: number | undefined;
  /** Position of the first asset on the screen. */
  readonly position: number;
  /** Language that the person has chosen. */
  readonly locale: string | undefined;
  /** IDs of a basket that somebody has shared, however many: the basket has a limit of its own. Only until the page has taken them. */
  readonly basket: readonly number[] | undefined;
  /** True if the address asks for more than `ADDRESS_LIMITS`, of which the page shows the first. */
  readonly isCut: boolean;
}

/** The most that an address may ask for: each value may cost a request, and each ID room in the addresses of requests. */
export const ADDRESS_LIMITS = { textLength: 500, facets: 20, values: 100, ids: 1000 } as const;

/** A place that shows everything. */
export const START: PagePlace = {
  query: {},
  asset: undefined,
  position: 0,
  locale: undefined,
  basket: undefined,
  isCut: false,
};

/** Names of facets that may stand in an address. */
const FACET = /^(?:fileExtensions|fileCategory|assetType|(?:node|info|date)_\d{1,15})$/;

/** Values of the facets whose values are texts; those of all others are numbers or true and false. */
const TEXT_FACET = 'fileExtensions';

/** Extensions of files, of which a comma would begin another one. */
const EXTENSION = /^[^\s,]{1,50}$/;

/** Orders of lists. Addresses of earlier versions have `score-desc`, which is the default. */
const SORTING =
  /^(id|name|uploaddate|lastmodified|extension|assettype|original|originalname|size|filesize|info_\d{1,15})-(asc|desc)$/;

/** Reads the part of an address after `#`. What it does not understand, it leaves out. */
export function readPlace(hash: string): PagePlace {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const text = said.get('q')?.trim() ?? '';
  const node = wholeNumber(said.get('node'));
  const { filters, isCut } = readFilters(said);
  const uploaded = readDateRange(said.get('uploaded') ?? '');
  const modified = readDateRange(said.get('modified') ?? '');
  const ids = readIds(said.get('ids'));
  const basket = readIds(said.get('basket'));
  const sorting = readSorting(said.get('sort'));
  const { textLength, ids: mostIds } = ADDRESS_LIMITS;
  const query: AssetQuery = {
    ...(text && { text: text.slice(0, textLength) }),
    // As when the node is chosen on the page: with all that is below it.
    ...(node !== undefined && { node, isDeep: true }),
    ...(filters.length > 0 && { filters }),
    ...(uploaded && { uploaded }),
    ...(modified && { modified }),
    ...(ids && { ids: ids.slice(0, mostIds) }),
    ...(sorting && { sorting }),
    ...(said.get('view') === 'top' && { isTop: true }),
  };
  return {
    query,
    asset: idOf(said.get('asset')),
    position: wholeNumber(said.get('at')) ?? 0,
    locale: languageTag(said.get('locale') ?? ''),
    basket,
    isCut: isCut || text.length > textLength || (ids?.length ?? 0) > mostIds,
  };
}

/** Writes a place as the part of an address after `#`, without it. Empty for a place that shows everything. */
export function writePlace({ query, asset, position, locale, basket }: PagePlace): string {
  const { text, node, filters = [], uploaded, modified, ids, sorting, isTop } = query;
  const said = new URLSearchParams();
  if (isTop) said.set('view', 'top');
  if (node !== undefined) said.set('node', String(node));
  if (text) said.set('q', text);
  for (const { facet, values } of filters) for (const value of values) said.append(facet, String(value));
  if (uploaded) said.set('uploaded', writeDateRange(uploaded));
  if (modified) said.set('modified', writeDateRange(modified));
  if (ids) said.set('ids', ids.join('.'));
  if (sorting && sorting.by !== 'default') said.set('sort', `${sorting.by}-${sorting.direction}`);
  if (position > 0) said.set('at', String(position));
  if (asset !== undefined) said.set('asset', String(asset));
  if (locale) said.set('locale', locale);
  if (basket) said.set('basket', basket.join('.'));
  return said.toString();
}

/** True if two queries have the same address, so that they show the same list. */
export function isSameQuery(one: AssetQuery, other: AssetQuery): boolean {
  return writePlace({ ...START, query: one }) === writePlace({ ...START, query: other });
}

function wholeNumber(text: string | null): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(text ?? '') ? Number(text) : undefined;
}

/** IDs of assets begin at 1. */
function idOf(text: string | null): number | undefined {
  return wholeNumber(text) || undefined;
}

/** A facet that is named several times has several values. */
function readFilters(said: URLSearchParams): { readonly filters: readonly Filter[]; readonly isCut: boolean } {
  const named = new Map<string, Set<string | number | boolean>>();
  let count = 0;
  for (const [facet, text] of said) {
    const value = FACET.test(facet) ? readValue(facet, text) : undefined;
    if (value === undefined || named.get(facet)?.has(value)) continue;
    if (count === ADDRESS_LIMITS.values || (named.size === ADDRESS_LIMITS.facets && !named.has(facet)))
      return { filters: filtersOf(named), isCut: true };
    named.set(facet, (named.get(facet) ?? new Set()).add(value));
    count += 1;
  }
  return { filters: filtersOf(named), isCut: false };
}

function filtersOf(named: ReadonlyMap<string, ReadonlySet<string | number | boolean>>): readonly Filter[] {
  return [...named].map(([facet, values]) => ({ facet, values: [...values] }));
}

function readValue(facet: string, text: string): string | number | boolean | undefined {
  if (facet === TEXT_FACET) return EXTENSION.test(text) ? text : undefined;
  if (fieldOfDates(facet) !== undefined) return readDateRange(text) && text;
  if (text === 'true' || text === 'false') return text === 'true';
  // A comma would begin another value of a field.
  const isText = facet.startsWith('info_') && /^[^,]{1,200}$/.test(text);
  return wholeNumber(text) ?? (isText ? text : undefined);
}

function readIds(text: string | null): readonly number[] | undefined {
  const ids = (text ?? '').split(/[.,]/).flatMap((id) => idOf(id) ?? []);
  return ids.length > 0 ? ids : undefined;
}

function readSorting(text: string | null): Sorting | undefined {
  const [, by, direction] = SORTING.exec(text ?? '') ?? [];
  return by === undefined ? undefined : { by, direction: direction as Sorting['direction'] };
}
