import { offeredLanguages } from '../api/languages.ts';
import type { Context } from '../api/operation.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Messages } from '../domain/messages.ts';
import { selectLanguage } from '../domain/text.ts';

/** Models of the catalogue as the endpoints show them. */
export interface EndpointModels {
  /** Returns the model of an endpoint, without the download formats that the endpoint does not offer. */
  modelOf(model: CatalogueModel, settings: EndpointSettings): CatalogueModel;
}

/** Caches the endpoints' models for as long as the catalogue's model is in use. */
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

/** Languages of an answer, and the service's labels in them. */
export type LocaleChoice = Pick<Context, 'locale' | 'labels' | 'guiLanguages'>;

/**
 * Selects languages of the endpoint by `locale`: one for the catalogue's texts, and one for the labels of the service,
 * which message files may offer in more languages (decisions 2).
 */
export function selectLanguages(
  locale: string | undefined,
  messages: Messages,
  model: CatalogueModel,
  settings: Pick<EndpointSettings, 'languages'>,
): LocaleChoice {
  const offered = offeredLanguages(model, settings);
  const { languages, defaultLanguage } = offered;
  const guiLanguages =
    settings.languages.length === 0
      ? messages.languages
      : messages.languages.filter((language) => languages.includes(language));
  const language = selectLanguage(locale, { languages: [...languages, ...guiLanguages], defaultLanguage });
  return {
    locale: selectLanguage(locale, offered),
    labels: messages.in(language, defaultLanguage),
    guiLanguages,
  };
}
