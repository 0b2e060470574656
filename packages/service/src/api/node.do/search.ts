import Type from 'typebox';
import type { SortField, SortKey } from '../../../../columnar/src/search-index.ts';
import { ApiError, quote } from '../../../../core/src/domain/errors.ts';
import { AssetEntry, entryOptions, WITH_PICTURES } from '../entries.ts';
import { extensionFailed, type ProvidedSearch } from '../extensions.ts';
import { listAssets, TOTAL } from '../listing.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { invalid, type ParamValues, type Shape } from '../params.ts';
import { readParams } from '../read-params.ts';
import { RESULT_CONTROLS, readSortKeys, type Window, windowOf } from '../result-controls.ts';
import { type Search, searchOf, withinOf } from '../search/criteria.ts';
import { DidYouMean, didYouMean } from '../search/did-you-mean.ts';
import { FacetMap, facetMap, facetsOf } from '../search/facets.ts';
import {
  OLD_ORDERS,
  SEARCH_FALLBACK_SELECTORS,
  SEARCH_PARAMETERS,
  SEARCH_SELECTORS,
} from '../search/search-parameters.ts';
import { withSnippets } from '../search/snippets.ts';
import { seenNow } from '../seen.ts';

const PARAMETERS = { ...SEARCH_PARAMETERS, ...RESULT_CONTROLS } as const satisfies Shape;
type Parameters = ParamValues<typeof PARAMETERS>;

const ASSETS = 0;
const FACETS = 1;
/**
 * Seconds that a cache may keep a search with relative dates such as `yesterday`, so that it expires soon after
 * midnight.
 */
export const RELATIVE_SECONDS = 60;

/** GET /node.do?search=<text>: returns matching assets, facets, or both. */
export const search = jsonOperation({
  selectors: SEARCH_SELECTORS,
  fallbackSelectors: SEARCH_FALLBACK_SELECTORS,
  summary: 'Search',
  description:
    'Returns the assets that meet all criteria, or with `search_or_mode=true` any of them.\n\nA full text covers file' +
    ' names, text ' +
    'fields, dropdowns, and the names of assigned and referenced nodes and of the nodes above them that ' +
    'define no permissions, in all languages and without regard to case and diacritics, and the texts of ' +
    'documents, which weigh less. Its results are ordered by relevance, others by name. If whole words find ' +
    'nothing, plain words are read as beginnings, so `lak` finds lakes.\n\nIDs that do not exist find nothing. Counts' +
    ' and totals are exact.',
  errors: ['not_configured', 'extension_failed', 'picture_not_allowed'],
  params: PARAMETERS,
  ...WITH_PICTURES,
  result: Type.Union([Type.Array(AssetEntry), FacetMap]),
  beside: { total: TOTAL, facets: FacetMap, did_you_mean: DidYouMean },
  handle: async (context) => {
    const { params, settings } = context;
    const custom = params.search_custom === undefined ? undefined : await customSearch(params.search_custom, context);
    const facets = facetsFor(params, context);
    const own = searchOf(params, context);
    const isScored = own.isScored || (custom?.isScored ?? false);
    const isRelative = own.isRelative || (custom?.isRelative ?? false);
    const criteria = combined(own, custom);
    const { matches, data, ...found } = await listAssets(
      {
        ...criteria,
        sort: sortOf(params, isScored, context),
        window: windowFor(params, settings),
        entries: entryOptions(params, context),
        ...(facets
          ? { facets: { fields: facets.flatMap(({ field }) => field ?? []), limit: settings.facets.limit } }
          : {}),
      },
      context,
    );
    const asks = params.search_suggest && (params.search ?? '').trim() !== '' && matches.total === 0;
    const criteriaOf = (text: string) => combined({ ...own, ...own.withText(text) }, custom);
    const did_you_mean = asks
      ? await didYouMean(params.search ?? '', criteriaOf, {
          ...context,
          ...(await seenNow(context)),
          within: withinOf(params),
        })
      : undefined;
    const map = facets ? facetMap(facets, matches.facets ?? [], context) : undefined;
    const more = {
      ...found,
      ...(did_you_mean ? { did_you_mean } : {}),
      ...(isRelative ? { maxAgeSeconds: RELATIVE_SECONDS, isLasting: false } : {}),
    };
    if (map && params.search_facets === FACETS) return { data: map, ...more };
    const sought = (matches.isOtherwise && criteria.otherwise) || criteria.all;
    const entries = params.search_snippets ? await withSnippets(data, sought, context) : data;
    return { data: entries, ...more, ...(map ? { facets: map } : {}) };
  },
});

type Criteria = Pick<Search, 'all' | 'otherwise'>;

/** Joins both searches; those with plain words read as prefixes too, if one has plain words. */
function combined(own: Criteria, custom: Criteria | undefined): Criteria {
  const all = [...own.all, ...(custom?.all ?? [])];
  if (!own.otherwise && !custom?.otherwise) return { all };
  return { all, otherwise: [...(own.otherwise ?? own.all), ...(custom?.otherwise ?? custom?.all ?? [])] };
}

function facetsFor(params: Parameters, context: Context) {
  const facets = facetsOf(params.facet_fields, context);
  if (params.search_facets === ASSETS) return undefined;
  if (!context.settings.facets.enabled) {
    throw new ApiError('not_configured', 'search_facets: facets are switched off here; facets.enabled is false');
  }
  return facets;
}

/**
 * Returns the requested sort keys, by name or by the numbers of 1.x; by default, score for a full text and name
 * otherwise.
 */
function sortOf(params: Parameters, isScored: boolean, { model }: Context): readonly SortKey[] {
  const { sort_order, sort_order_seq, search_order, search_order_seq } = params;
  const old = search_order === undefined ? undefined : OLD_ORDERS.get(search_order);
  const field: SortField = old ?? { by: isScored ? 'score' : 'name' };
  return readSortKeys({ sort_order, sort_order_seq }, model, {
    field,
    direction: search_order_seq === 1 ? 'desc' : 'asc',
  });
}

/**
 * Computes the range of results to show. `search_limit` works like `limit`, but is capped by the configured maximum
 * (interface decisions 4). A request for facets alone lists no assets, so its list is not cut and has no total unless
 * it paginates.
 */
function windowFor(params: Parameters, settings: Context['settings']): Window {
  const { search_limit: most, limit } = params;
  const capped = most === undefined ? limit : Math.min(limit ?? most, most, settings.maxSearchResults);
  const window = windowOf({ ...params, limit: capped }, settings);
  if (params.search_facets !== FACETS) return window;
  return { ...window, count: 0, totalToShow: params.paginate === undefined ? () => undefined : window.totalToShow };
}

/**
 * Has the configured provider parse `search_custom`. Rejects with 501 if none is configured (interface decisions 5).
 */
async function customSearch(text: string, context: Context): Promise<Search> {
  const { settings, services, locale, timeZone } = context;
  const path = settings.search.provider;
  const provider = path === null ? undefined : services.searchProviders.get(path);
  if (!provider)
    throw new ApiError(
      'not_configured',
      'search_custom: no search provider is configured here; search.provider names none',
    );
  let provided: ProvidedSearch;
  try {
    provided = await provider(text, { locale, timeZone, now: services.now() });
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('search_custom', text, `a search: ${error.message}`);
    throw extensionFailed(`search_custom: the search provider failed at ${quote(text)}`, error);
  }
  return searchOf(readParams(SEARCH_PARAMETERS, queryOf(provided)), context);
}

/**
 * Turns a provider's result into a query, as if the caller had written it. Only search parameters are read; another
 * `search_custom` is ignored.
 */
function queryOf(provided: ProvidedSearch): ReadonlyMap<string, readonly string[]> {
  const query = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(Object(provided))) {
    if (name === 'search_custom') continue;
    // An empty list stays an empty value, because an empty `search_id` finds nothing.
    query.set(name, Array.isArray(value) && value.length > 0 ? value.map(String) : [String(value)]);
  }
  return query;
}
