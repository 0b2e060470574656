import { type AssetQuery, DURATION_CLASSES, type Filter, ORIENTATIONS, type Sorting } from '../assets/asset-query.ts';
import { fieldOfDates, readDateRange, writeDateRange } from '../facets/date-ranges.ts';
import { isFacet } from '../facets/facet-name.ts';
import { languageTag } from '../texts/language-tag.ts';

/** The state of the page that its address holds, so that links and the history restore it. */
export interface PagePlace {
  /** What the list shows. */
  readonly query: AssetQuery;
  /** ID of the asset that is open. */
  readonly asset: number | undefined;
  /** Number of its version; undefined for the current one. */
  readonly version: number | undefined;
  /** Number of its page, from 1; undefined for the first one. */
  readonly page: number | undefined;
  /** True if the dialog with duplicates is open. */
  readonly duplicates: boolean;
  /** Position of the first asset on the screen. */
  readonly position: number;
  /** Language that the person has chosen. */
  readonly locale: string | undefined;
  /** IDs of a shared basket, without a limit here because the basket has its own; undefined once the page has added them. */
  readonly basket: readonly number[] | undefined;
  /** True if the address exceeds `ADDRESS_LIMITS`, so that the page shows only the first of its values. */
  readonly isCut: boolean;
}

/** Limits of what an address may hold: each value may cost a request, and each ID makes the addresses of requests longer. */
export const ADDRESS_LIMITS = { textLength: 500, facets: 20, values: 100, ids: 1000 } as const;

/** The place that shows all assets. */
export const START: PagePlace = {
  query: {},
  asset: undefined,
  version: undefined,
  page: undefined,
  duplicates: false,
  position: 0,
  locale: undefined,
  basket: undefined,
  isCut: false,
};

/** The only facet whose values are any text. Others have fixed words, numbers, booleans, or the text of a field. */
const TEXT_FACET = 'fileExtensions';

const WORDS: Readonly<Record<string, readonly string[]>> = { orientation: ORIENTATIONS, duration: DURATION_CLASSES };

/** Values of facets of rights. The first two may be any text that a file has. */
const RIGHTS: Readonly<Record<string, RegExp>> = {
  licence: /^.{1,2000}$/su,
  sourceType: /^.{1,2000}$/su,
  validity: /^(?:valid|expired|upcoming)$/,
};

/** A file extension. A comma would separate two of them. */
const EXTENSION = /^[^\s,]{1,50}$/;

/** Sort orders. That by relevance is the default and needs no key. */
const SORTING =
  /^(id|name|uploaddate|lastmodified|extension|assettype|original|originalname|size|filesize|duration|pixels|rating|info_\d{1,16})-(asc|desc)$/;

/** Reads the part of an address after `#`. Ignores what it does not know. */
export function readPlace(hash: string): PagePlace {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const text = params.get('q')?.trim() ?? '';
  const node = wholeNumber(params.get('node'));
  const { filters, isCut } = readFilters(params);
  const uploaded = readDateRange(params.get('uploaded') ?? '');
  const modified = readDateRange(params.get('modified') ?? '');
  const ids = readIds(params.get('ids'));
  const basket = readIds(params.get('basket'));
  const sorting = readSorting(params.get('sort'));
  const { textLength, ids: maxIds } = ADDRESS_LIMITS;
  const query: AssetQuery = {
    ...(text && { text: text.slice(0, textLength) }),
    ...(text && params.get('words') === 'any' && { hasAnyWord: true }),
    // Includes the nodes below, as a node does that a person chooses on the page.
    ...(node !== undefined && { node, isDeep: true }),
    ...(filters.length > 0 && { filters }),
    ...(uploaded && { uploaded }),
    ...(modified && { modified }),
    ...(ids && { ids: ids.slice(0, maxIds) }),
    ...(sorting && { sorting }),
    ...(params.get('view') === 'top' && { isTop: true }),
  };
  const asset = idOf(params.get('asset'));
  const partOfAsset = (name: string) => (asset === undefined ? undefined : idOf(params.get(name)));
  return {
    ...{ query, asset, version: partOfAsset('version'), page: partOfAsset('page') },
    duplicates: params.has('duplicates'),
    position: wholeNumber(params.get('at')) ?? 0,
    locale: languageTag(params.get('locale') ?? ''),
    basket,
    isCut: isCut || text.length > textLength || (ids?.length ?? 0) > maxIds,
  };
}

/** Writes a place as the part of an address after `#`, without the `#`. Empty for the place that shows all assets. */
export function writePlace({ query, asset, version, page, duplicates, position, locale, basket }: PagePlace): string {
  const { text, hasAnyWord, node, filters = [], uploaded, modified, ids, sorting, isTop } = query;
  const params = new URLSearchParams();
  if (isTop) params.set('view', 'top');
  if (node !== undefined) params.set('node', String(node));
  if (text) params.set('q', text);
  if (hasAnyWord) params.set('words', 'any');
  for (const { facet, values } of filters) for (const value of values) params.append(facet, String(value));
  if (uploaded) params.set('uploaded', writeDateRange(uploaded));
  if (modified) params.set('modified', writeDateRange(modified));
  if (ids) params.set('ids', ids.join('.'));
  if (sorting && sorting.by !== 'default') params.set('sort', `${sorting.by}-${sorting.direction}`);
  if (position > 0) params.set('at', String(position));
  if (asset !== undefined) params.set('asset', String(asset));
  if (version !== undefined) params.set('version', String(version));
  if (page !== undefined) params.set('page', String(page));
  if (duplicates) params.set('duplicates', '1');
  if (locale) params.set('locale', locale);
  if (basket) params.set('basket', basket.join('.'));
  return params.toString();
}

/** The address at which the page shows a place. */
export function addressOf(place: PagePlace): string {
  return new URL(`#${writePlace(place)}`, location.href).href;
}

/**
 * The address of a place to be sent to others. Its asset is in the query, because the service, whose page then tells other
 * programs what they show of the link, gets nothing behind `#`. The page moves it there.
 */
export function linkTo(place: PagePlace): string {
  const { asset, ...list } = place;
  const address = new URL(addressOf({ ...list, asset: undefined }));
  if (asset !== undefined) address.search = `?asset=${asset}`;
  return address.href;
}

/** True if two queries have the same address, and so show the same list. */
export function isSameQuery(one: AssetQuery, other: AssetQuery): boolean {
  return writePlace({ ...START, query: one }) === writePlace({ ...START, query: other });
}

function wholeNumber(text: string | null): number | undefined {
  return /^(?:0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : undefined;
}

/** IDs of assets begin at 1. */
function idOf(text: string | null): number | undefined {
  return wholeNumber(text) || undefined;
}

/** A facet with several values occurs several times in the address. */
function readFilters(params: URLSearchParams): { readonly filters: readonly Filter[]; readonly isCut: boolean } {
  const named = new Map<string, Set<string | number | boolean>>();
  let count = 0;
  for (const [facet, text] of params) {
    const value = isFacet(facet) ? readValue(facet, text) : undefined;
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
  if (facet in RIGHTS) return RIGHTS[facet]?.test(text) ? text : undefined;
  const words = WORDS[facet];
  if (words) return words.find((word) => word === text);
  if (fieldOfDates(facet) !== undefined) return readDateRange(text) && text;
  if (text === 'true' || text === 'false') return text === 'true';
  // A comma would separate two values of a field.
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
