import type { LogSettings } from '../catalogue/change-notes.ts';
import { type CatalogueSettings, type CatalogueStores, storesInFolder } from './catalogue-stores.ts';

/** Opens the stores of the catalogue that the settings name, without connecting to them. */
export async function openCatalogueStores(settings: CatalogueSettings): Promise<CatalogueStores> {
  const { data, defaultLanguage, catalogue, caFile = null } = settings;
  const language = typeof defaultLanguage === 'string' ? { defaultLanguage } : {};
  const log = keptDays(settings);
  if (!catalogue || catalogue.url === null) return storesInFolder(data, language, log);
  // Loading the client of PostgreSQL takes each thread time and memory, which a catalogue in a folder doesn't need.
  const { storesInDatabase } = await import('./stores-in-database.ts');
  return storesInDatabase({ ...catalogue, caFile, url: catalogue.url }, { data, log, ...language });
}

/** The log has what the base address needs that keeps it longest. */
function keptDays({ changes, endpoints }: CatalogueSettings): LogSettings {
  if (changes === undefined) return {};
  return { keepDays: Math.max(changes.days, ...(endpoints?.values() ?? []).map((each) => each.changes.days)) };
}
