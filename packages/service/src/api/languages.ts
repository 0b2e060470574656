import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';

type Languages = Pick<CatalogueModel, 'languages' | 'defaultLanguage'>;

/**
 * Returns the languages of an endpoint: those of the catalogue that are configured for it, in the catalogue's order, or
 * all if none is. The default language is the catalogue's if it is among them, else the first.
 */
export function offeredLanguages(
  { languages, defaultLanguage }: Languages,
  settings: Pick<EndpointSettings, 'languages'>,
): Languages {
  const wanted = new Set(settings.languages.map((language) => language.toLowerCase()));
  const offered = languages.filter((language) => wanted.has(language.toLowerCase()));
  if (offered.length === 0) return { languages, defaultLanguage };
  return {
    languages: offered,
    defaultLanguage: offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage),
  };
}
