/** What the index threads open: they need only a small part of the service. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Identifies the catalogue of a data folder by its file. A catalogue put in its place has another identity, even with
 * the same revision.
 */
export function identityOf(directory: string): string {
  const { ino, birthtimeNs } = statSync(join(directory, 'catalogue.sqlite'), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
