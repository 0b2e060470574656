/** Loads modules with which the operator replaces parts of the service. */
import { pathToFileURL } from 'node:url';
import { ApiError } from '../../../core/src/domain/errors.ts';

/** Seconds after which a caller may try a failed module again; its cause is unknown, so it may be short or lasting. */
const RETRY_SECONDS = 10;

/** Returns the error for a module that threw, or returned what it must not. The caller does not see `cause`; the log does. */
export function extensionFailed(message: string, cause: unknown): ApiError {
  return new ApiError('extension_failed', message, { cause, retryAfterSeconds: RETRY_SECONDS });
}

/** Returns the function that a file exports as its default. Rejects with an error that names the setting. */
async function loadFunction(setting: string, path: string): Promise<unknown> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${setting}: ${path} can't be loaded: ${why}`, { cause });
  }
  if (typeof loaded.default !== 'function') {
    throw new Error(`${setting}: ${path} has no function as its default export`);
  }
  return loaded.default;
}

/** Language and time zone of a request. */
export interface NamingContext {
  /** Language of the request. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Language, time zone and time of a request. */
interface ProviderContext extends NamingContext {
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

export interface FileToName {
  readonly asset: number;
  readonly version: number;
  /** Default name: that of the version, with the extension of the delivered file. */
  readonly name: string;
  /** The download format; undefined for an original requested without a format. */
  readonly format: { readonly id: number; readonly name: string } | undefined;
  /** Returns the value of an information field, formatted for the reader; undefined if it has none. */
  field(id: number): string | undefined;
}

/**
 * The default export of the module named in `download.fileNames`. The service makes its results safe, and unique within
 * a ZIP.
 */
export type FileNameResolver = (file: FileToName, context: NamingContext) => string | Promise<string>;

/** Loads a resolver from a file. Rejects with an error that names the setting. */
export async function loadFileNames(path: string): Promise<FileNameResolver> {
  return (await loadFunction('download.fileNames', path)) as FileNameResolver;
}
