import { offeredLanguages } from '../api/languages.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { selectLanguage } from '../domain/text.ts';

export interface EndpointModels {
  /** The model as it is at an endpoint: download formats that it doesn't offer don't exist there. */
  modelOf(model: CatalogueModel, settings: EndpointSettings): CatalogueModel;
}

/** Keeps the models of endpoints while the catalogue's stays the same. */
export function openEndpointModels(): EndpointModels {
  const models = new WeakMap<CatalogueModel, WeakMap<EndpointSettings, CatalogueModel>>();
  return {
    modelOf: (model, settings) => {
      const { formats } = settings;
      if (formats === null) return model;
      return models
        .getOrInsertComputed(model, () => new WeakMap())
        .getOrInsertComputed(settings, () => ({
          ...model,
          downloadFormats: new Map(model.downloadFormats.entries().filter(([id]) => formats.includes(id))),
        }));
    },
  };
}

/** The language that a request's `locale` selects among those of the endpoint (decisions 2). */
export function selectLocale(
  locale: string | undefined,
  model: CatalogueModel,
  settings: Pick<EndpointSettings, 'languages'>,
): string {
  return selectLanguage(locale, offeredLanguages(model, settings));
}
