/** Composition root of the index threads, which need only a small part of the service. */

import type { IndexSource } from '../../catalogue/index-source.ts';
import { openIndexSource } from '../../catalogue/sqlite/index-source.ts';
import type { Config } from '../../config/settings.ts';

/** Where the catalogue is and how to read it. */
export interface CatalogueAt {
  readonly directory: string;
  /** Replaces the catalogue's own default language. */
  readonly defaultLanguage?: string;
}

/** Returns the place of the catalogue that the settings name. */
export function catalogueAt({ data, defaultLanguage }: Config): CatalogueAt {
  return { directory: data, ...(defaultLanguage === null ? {} : { defaultLanguage }) };
}

/** Opens the source from which an index is built. */
export function openSource(catalogue: CatalogueAt): IndexSource {
  return openIndexSource(catalogue);
}
