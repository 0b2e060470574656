import { DE } from './messages/de.ts';
import { EN, type MessageKey } from './messages/en.ts';

/** Language -> key -> text. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The service's own texts, with those of the operator over them. */
export interface Messages {
  /** Languages with any text. */
  readonly languages: readonly string[];
  /** The texts in a language. */
  in(language: string, defaultLanguage: string): Labels;
}

/** The texts in one language; what it lacks is taken from the default language, then from English (decisions 2). */
export interface Labels {
  /** The language asked for: of these texts, and of dates and numbers beside them. */
  readonly language: string;
  /** Languages in which a text is looked up, the best first; each tag is followed by its language (`de-CH`, `de`). */
  readonly chain: readonly string[];
  /** The text in exactly that language. */
  own(key: string, language: string): string | undefined;
  /** Undefined if no language of the chain has the key. */
  find(key: string): string | undefined;
  /** A text that surely exists. */
  label(key: MessageKey): string;
}

const FALLBACK = 'en';

/** Lays message files over the built-in texts; later files win (configuration: messages). */
export function openMessages(overlays: readonly MessageTexts[] = []): Messages {
  const texts = new Map<string, string>();
  const languages = new Set<string>();
  for (const layer of [{ en: EN, de: DE }, ...overlays]) {
    for (const [language, entries] of Object.entries(layer)) {
      languages.add(language);
      for (const [key, text] of Object.entries(entries)) texts.set(placeOf(key, language), text);
    }
  }
  const own: Labels['own'] = (key, language) => texts.get(placeOf(key, language));
  const spoken = new Map<string, Labels>();
  return {
    languages: [...languages],
    in: (language, defaultLanguage) =>
      spoken.getOrInsertComputed(`${language} ${defaultLanguage}`, () => {
        const chain = [...new Set([language, defaultLanguage, FALLBACK].flatMap((tag) => [tag, languageOf(tag)]))];
        const find: Labels['find'] = (key) => {
          for (const each of chain) {
            const text = own(key, each);
            if (text !== undefined) return text;
          }
          return undefined;
        };
        return { language, chain, own, find, label: (key) => find(key) ?? EN[key] };
      }),
  };
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** Older names of keys. */
const RENAMED: Readonly<Record<string, string>> = {
  'property.upload_date': 'property.creation_date',
  'property.modified_date': 'property.modification_date',
};

/** Tags and categories (`category.IMAGE`, as the interface writes their values) are the same in any case. */
function placeOf(key: string, language: string): string {
  const name = key.startsWith('category.') ? key.toLowerCase() : Object.hasOwn(RENAMED, key) ? RENAMED[key] : key;
  return `${language.toLowerCase()}\0${name}`;
}
