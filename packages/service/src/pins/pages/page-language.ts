import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { readersLocale } from '../../../../core/src/domain/readers-locale.ts';
import { selectLanguage } from '../../../../core/src/domain/text.ts';
import type { Brand } from '../../api/pages/brand.ts';
import { one, TEXT } from '../../api/params.ts';
import type { Query } from '../../api/query.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { acceptedLanguages } from '../../http/accepted-languages.ts';
import { type Request, requestHeader } from '../../http/answer.ts';
import { depthOf } from '../../http/client.ts';
import type { MessagesOf } from '../../http/context.ts';
import type { PageTexts } from './page-frame.ts';

const LOCALE = one(TEXT, 'Language of the page; default the one that the browser asks for');

/** Language, texts and brand of a page. */
export interface PageLanguage extends PageTexts {
  /** Language of the catalogue's names; undefined for the catalogue's default. */
  readonly wanted: string | undefined;
}

/** Chooses the language of a page: the one in `locale`, else the browser's best supported one, else the catalogue's. */
export function openPageLanguages(messagesOf: MessagesOf, brand: Brand) {
  return (
    request: Request,
    query: Query,
    settings: EndpointSettings,
    { defaultLanguage }: Pick<CatalogueModel, 'defaultLanguage'>,
  ): PageLanguage => {
    const messages = messagesOf(settings);
    const { languages } = messages;
    const isSupported = (tag: string) => selectLanguage(tag, { languages, defaultLanguage: '' }) !== '';
    const picked = LOCALE.read(query.get('locale')?.slice(0, 1) ?? [], 'locale');
    const wanted = picked ?? acceptedLanguages(requestHeader(request, 'accept-language')).find(isSupported);
    const usual = selectLanguage(defaultLanguage, { languages, defaultLanguage: 'en' });
    const language = selectLanguage(wanted, { languages, defaultLanguage: usual });
    const { label } = messages.in(language, { languages: [], defaultLanguage: usual });
    return {
      ...{ wanted, language, formats: readersLocale(wanted, language), languages, label },
      isPicked: picked !== undefined,
      supportEmail: settings.supportEmail,
      brand: brand.at(depthOf(request.path), language),
    };
  };
}
