/**
 * Providers of `search_custom`: modules of the operator that read a text of their own language. What they give is a search in the
 * words of the interface, so it means there what it means anywhere, and is checked like any other.
 */
import { loadFunction } from './extension-module.ts';

/** Who asks, and when. */
export interface ProviderContext {
  /** Language of the request. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Parameters of a search by their names, such as `search_extensions`; repeated ones as a list. */
export type ProvidedSearch = Readonly<Record<string, string | readonly string[]>>;

/**
 * The default export of a provider's module. A SyntaxError says that the text is not in its language, and its message is told to
 * the caller; any other error is the provider's own trouble.
 */
export type SearchProvider = (text: string, context: ProviderContext) => ProvidedSearch | Promise<ProvidedSearch>;

/** Loads the provider in a file. Rejects with an error that names the setting. */
export async function loadSearchProvider(path: string): Promise<SearchProvider> {
  return (await loadFunction('search.provider', path)) as SearchProvider;
}
