import type { Text } from './model.ts';

/** The languages of a catalogue in its order, and its default language. */
export interface Languages {
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
}

/**
 * Returns a text in a language, else in the default one, else in the catalogue's first that has it (interface decisions
 * 3).
 */
export function textIn(text: Text, language: string, { languages, defaultLanguage }: Languages): string {
  if (typeof text === 'string') return text;
  const found = ownText(text, language) || ownText(text, defaultLanguage);
  if (found) return found;
  for (const other of languages) {
    const own = ownText(text, other);
    if (own) return own;
  }
  return Object.values(text).find((found) => found !== '') ?? '';
}

/** Returns the text in exactly this language; undefined if it has none or is the same in every language. */
export function ownText(text: Text, language: string): string | undefined {
  return typeof text !== 'string' && Object.hasOwn(text, language) ? text[language] : undefined;
}

/**
 * Selects the language for a request's `locale`: the tag itself, else its longest existing prefix (`de-CH` and `de_CH`
 * -> `de`), else the default language (interface decisions 2). Never throws.
 */
export function selectLanguage(locale: string | undefined, { languages, defaultLanguage }: Languages): string {
  const parts = (locale ?? '').toLowerCase().split(/[-_]/);
  for (; parts.length > 0; parts.pop()) {
    const wanted = parts.join('-');
    const found = languages.find((language) => language.toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return defaultLanguage;
}

const collators = new Map<string, Intl.Collator>();

/**
 * Returns a comparator in the locale's collation that orders numbers by value: `img2` before `img10` (interface
 * decisions 3).
 */
export function compareNames(locale: string): (a: string, b: string) => number {
  const make = () => new Intl.Collator(formatLocale(locale), { numeric: true });
  return collators.getOrInsertComputed(locale, make).compare;
}

/** Returns the locale for formatting and sorting with `Intl`: English if `Intl` does not know the language. */
export function formatLocale(language: string): string {
  try {
    return Intl.Collator.supportedLocalesOf([language]).length > 0 ? language : 'en';
  } catch {
    // The language names of a catalogue may be tags that `Intl` rejects, such as `x`.
    return 'en';
  }
}
