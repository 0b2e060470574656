import { TEXT } from '../../api/codecs.ts';
import type { Voice } from '../../api/pages/pin/page.ts';
import { one } from '../../api/params.ts';
import type { Query } from '../../api/query.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Messages } from '../../domain/messages.ts';
import { selectLanguage } from '../../domain/text.ts';
import { acceptedLanguages } from '../accept-language.ts';
import { type Request, requestHeader } from '../answer.ts';

const LOCALE = one(TEXT, 'Language of the page; default the one that the browser asks for');

/** Returns the texts of a base address by its settings. */
export type MessagesOf = (settings: EndpointSettings) => Messages;

/** Language and texts of a page. */
export interface PageLanguage extends Voice {
  /** Language of the catalogue's names; undefined for the catalogue's default. */
  readonly wanted: string | undefined;
}

/** Chooses the language of a page: the one in `locale`, else the browser's best supported one, else the catalogue's. */
export function openPageLanguages(messagesOf: MessagesOf) {
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
    const { label } = messages.in(language, usual);
    return { wanted, language, languages, isPicked: picked !== undefined, supportEmail: settings.supportEmail, label };
  };
}
