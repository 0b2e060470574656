import { DE } from './messages/de.ts';
import { EN, type MessageKey } from './messages/en.ts';

/** Language -> key -> text. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The service's own texts, with those of the operator over them. */
export interface Messages {
  /** Languages with any text. */
  readonly languages: readonly string[];
  /** The text in the locale, in its language (`de-CH` -> `de`), else in English; undefined where no language has the key. */
  find(key: string, locale: string): string | undefined;
  /** A text that surely exists. */
  label(key: MessageKey, locale: string): string;
}

/** Lays message files over the built-in texts; later files win (configuration: messages). */
export function openMessages(overlays: readonly MessageTexts[] = []): Messages {
  const texts = new Map<string, string>();
  const languages = new Set<string>();
  for (const layer of [{ en: EN, de: DE }, ...overlays]) {
    for (const [language, entries] of Object.entries(layer)) {
      languages.add(language);
      for (const [key, text] of Object.entries(entries)) texts.set(`${language}\0${key}`, text);
    }
  }
  const find = (key: string, locale: string) =>
    texts.get(`${locale}\0${key}`) ?? texts.get(`${locale.split('-', 1)[0]}\0${key}`) ?? texts.get(`en\0${key}`);
  return { languages: [...languages], find, label: (key, locale) => find(key, locale) ?? EN[key] };
}
