import { ApiError, quote } from '../../domain/errors.ts';
import { extensionFailed, type ProvidedSearch } from '../extensions.ts';
import type { Context } from '../operation.ts';
import { invalid } from '../params.ts';
import { readParams } from '../read-params.ts';
import { type Search, searchOf } from './criteria.ts';
import { SEARCH_PARAMETERS } from './parameters.ts';

/** Has the configured provider parse `search_custom`. Rejects with 501 if none is configured (decisions 5). */
export async function customSearch(text: string, context: Context): Promise<Search> {
  const { settings, services, locale, timeZone } = context;
  const path = settings.search.provider;
  const provider = path === null ? undefined : services.searchProviders.get(path);
  if (!provider) throw new ApiError('not_configured', 'search_custom: no search provider is configured here');
  let provided: ProvidedSearch;
  try {
    provided = await provider(text, { locale, timeZone, now: services.now() });
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('search_custom', text, `a search: ${error.message}`);
    throw extensionFailed(`search_custom: the search provider failed at ${quote(text)}`, error);
  }
  return await searchOf(readParams(SEARCH_PARAMETERS, queryOf(provided)), context);
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
