/** The labels of the service itself in each language, where an operator's texts replace its own. */
import { DE } from './messages/de.ts';
import { EN, type MessageKey } from './messages/en.ts';
import { ES } from './messages/es.ts';
import { FR } from './messages/fr.ts';
import { IT } from './messages/it.ts';
import { type Languages, relatedTo } from './text.ts';

/** Maps languages to keys to texts. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The service's own texts, overridden by those of the operator. */
export interface Messages {
  /** Languages that have at least one text. */
  readonly languages: readonly string[];
  /**
   * The labels in a language. `among` has the languages of the catalogue, which count as related ones, too; `formats` is
   * the tag for dates and numbers, see `readersLocale`.
   */
  in(language: string, among: Languages, formats?: string): Labels;
}

/**
 * The texts in one language. Missing texts fall back to the default language, then to English (interface decisions 2).
 */
export interface Labels {
  readonly language: string;
  /** The language with the reader's region, if it has one: it formats the dates and numbers next to the texts. */
  readonly formats: string;
  /** The languages related to the requested one (`relatedTo`), best first. */
  readonly related: readonly string[];
  /** Returns the text in exactly this language, without fallback. */
  own(key: string, language: string): string | undefined;
  /** Returns the text in a related language, in the default one or one related to it, or in English; undefined if none has it. */
  find(key: string): string | undefined;
  /** Returns a text of the service itself; every such key exists at least in English. */
  label(key: MessageKey): string;
}

/** The language that has every text of the service. */
export const FALLBACK = 'en';

/** The service's own texts, in the order in which pages offer the languages. */
export const BUILT_IN_TEXTS = { en: EN, de: DE, fr: FR, es: ES, it: IT } as const satisfies MessageTexts;

/** Combines the built-in texts with message files. Later files override earlier ones (configuration: messages). */
export function openMessages(overlays: readonly MessageTexts[] = []): Messages {
  const texts = new Map<string, string>();
  const languages = new Set<string>();
  for (const layer of [BUILT_IN_TEXTS, ...overlays]) {
    for (const [language, entries] of Object.entries(layer)) {
      languages.add(language);
      for (const [key, text] of Object.entries(entries)) texts.set(placeOf(key, language), text);
    }
  }
  const own: Labels['own'] = (key, language) => texts.get(placeOf(key, language));
  const labelsOf = new Map<string, Labels>();
  return {
    languages: [...languages],
    in: (language, { languages: others, defaultLanguage }, formats = language) =>
      labelsOf.getOrInsertComputed(JSON.stringify([language, defaultLanguage, others, formats]), () => {
        const relatedIn = (tag: string) => relatedTo(tag, [...others, ...languages]);
        const related = relatedIn(language);
        const chain = [...new Set([...related, ...relatedIn(defaultLanguage), FALLBACK])];
        const find: Labels['find'] = (key) => {
          for (const each of chain) {
            const text = own(key, each);
            if (text !== undefined) return text;
          }
          return undefined;
        };
        return { language, formats, related, own, find, label: (key) => find(key) ?? EN[key] };
      }),
  };
}

/** Builds the lookup key. Language tags and category keys (`category.IMAGE`) are case-insensitive. */
function placeOf(key: string, language: string): string {
  const name = key.startsWith('category.') ? key.toLowerCase() : key;
  return `${language.toLowerCase()}\0${name}`;
}
