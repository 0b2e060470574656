/**
 * Providers of `search_custom`: modules supplied by the operator that parse a query language of their own. A provider
 * returns parameters of the interface's own search, which mean the same as in a request and are validated in the same
 * way.
 */
import { loadFunction } from './extension-module.ts';

/** Language, time zone and time of a request. */
export interface ProviderContext {
  /** Language of the request. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Search parameters by name, such as `search_extensions`; repeated ones as a list. */
export type ProvidedSearch = Readonly<Record<string, string | readonly string[]>>;

/**
 * The default export of a provider's module. It throws a SyntaxError if the text is invalid; the caller receives its
 * message. Any other error counts as a failure of the provider itself.
 */
export type SearchProvider = (text: string, context: ProviderContext) => ProvidedSearch | Promise<ProvidedSearch>;

/** Loads a provider from a file. Rejects with an error that names the setting. */
export async function loadSearchProvider(path: string): Promise<SearchProvider> {
  return (await loadFunction('search.provider', path)) as SearchProvider;
}
