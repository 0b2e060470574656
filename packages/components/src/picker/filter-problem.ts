import type { AssetQuery } from '../assets/asset-query.ts';
import { isFacet } from '../facets/facet-name.ts';

/** A check of a value, and what an error says the value must be. */
interface Check {
  readonly words: string;
  passes(value: unknown): boolean;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown, isItem: (item: unknown) => boolean) => Array.isArray(value) && value.every(isItem);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** True for an object that has none but these properties; each may be missing. */
const hasOnly = (value: unknown, checks: Readonly<Record<string, (property: unknown) => boolean>>) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, property]) => property === undefined || (Object.hasOwn(checks, name) && checks[name]?.(property)),
  );

const isDate = (value: unknown) => isString(value) && /^\d{4}-\d\d-\d\d$/.test(value);
const dates: Check = {
  words: '{after, before}, dates such as 2026-01-31',
  passes: (value) => hasOnly(value, { after: isDate, before: isDate }),
};
const isFilterValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isFilter = (value: unknown) =>
  isObject(value) &&
  isString(value['facet']) &&
  isFacet(value['facet']) &&
  isList(value['values'], isFilterValue) &&
  (value['values'] as readonly unknown[]).length > 0 &&
  Object.keys(value).length === 2;

/** What a part of a query must be. */
type Parts = Readonly<Partial<Record<keyof AssetQuery, Check>>>;

/** What each part of a filter must be. */
const FILTER: Parts = {
  node: { words: 'the ID of a node', passes: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
  // A person who opens the node in the tree sees the assets of the nodes below as well.
  isDeep: { words: 'true', passes: (value) => value === true },
  filters: {
    words: 'a list of {facet, values}, with a facet such as fileCategory or info_12 and at least one value',
    passes: (value) => isList(value, isFilter),
  },
  uploaded: dates,
  modified: dates,
  ids: {
    words: 'a list of IDs of assets',
    passes: (value) => isList(value, (id) => Number.isSafeInteger(id) && Number(id) > 0),
  },
  sorting: {
    words: '{by, direction}, with the direction asc or desc',
    passes: (value) =>
      hasOnly(value, { by: isString, direction: (direction) => direction === 'asc' || direction === 'desc' }) &&
      isObject(value) &&
      isString(value['by']),
  },
};

/** What each part of a start must be. People can change its text, unlike that of a filter. */
const START: Parts = { text: { words: 'a string', passes: isString }, ...FILTER };

/**
 * Describes for a developer what is wrong with the filter of a picker; undefined for a valid one, and for undefined or null, which
 * stand for no filter. A picker with an invalid filter shows nothing, because without the filter it might show too much. `text` and
 * `within` are no parts of a filter, because the search and the tree replace them, nor is `isTop`, which ignores `accept`.
 */
export function filterProblem(filter: unknown): string | undefined {
  return problemOfQuery('filter', filter, FILTER);
}

/**
 * The same for the place where a picker begins. A picker leaves an invalid start out, and begins in the remembered place or with
 * everything. `openPicker` and messages refuse it instead.
 */
export function startProblem(start: unknown): string | undefined {
  return problemOfQuery('start', start, START);
}

/** Throws if a filter is invalid. */
export function assertFilter(filter: unknown): void {
  const problem = filterProblem(filter);
  if (problem !== undefined) throw new TypeError(problem);
}

/** Returns the first of these places that is valid, for where a picker begins; undefined if none is. */
export function firstPlace(...places: readonly unknown[]): AssetQuery | undefined {
  const valid = places.find((place) => place && startProblem(place) === undefined);
  return valid as AssetQuery | undefined;
}

function problemOfQuery(called: string, query: unknown, parts: Parts): string | undefined {
  if (query === undefined || query === null) return undefined;
  if (!isObject(query)) return `${called} must be an object, such as {node: 12}`;
  for (const [name, value] of Object.entries(query)) {
    const check = Object.hasOwn(parts, name) ? parts[name as keyof AssetQuery] : undefined;
    if (!check)
      return `${called} has an unknown part, ${JSON.stringify(name)}; it may have ${Object.keys(parts).join(', ')}`;
    if (value !== undefined && !check.passes(value)) return `${called}.${name} must be ${check.words}`;
  }
  return undefined;
}
