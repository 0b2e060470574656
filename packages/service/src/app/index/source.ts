/** The composition root of the threads that keep the search index: they need little of what the service needs. */

import type { IndexSource } from '../../catalogue/index-source.ts';
import { openIndexSource } from '../../catalogue/sqlite/index-source.ts';
import type { Config } from '../../config/settings.ts';

/** Where the catalogue is, and how it is read. */
export interface CatalogueAt {
  readonly directory: string;
  /** Stands in for the catalogue's own default language. */
  readonly defaultLanguage?: string;
}

/** The catalogue that settings name. */
export function catalogueAt({ data, defaultLanguage }: Config): CatalogueAt {
  return { directory: data, ...(defaultLanguage === null ? {} : { defaultLanguage }) };
}

/** Opens what an index is made from. */
export function openSource(catalogue: CatalogueAt): IndexSource {
  return openIndexSource(catalogue);
}
