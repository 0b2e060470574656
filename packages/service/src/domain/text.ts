import type { Text } from './model.ts';

interface Languages {
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
}

/** A text in a language; without it the default language's, else the first in the catalogue's order (decisions 3). */
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

/** The text in exactly that language; undefined where it is the same in every language. */
export function ownText(text: Text, language: string): string | undefined {
  return typeof text !== 'string' && Object.hasOwn(text, language) ? text[language] : undefined;
}

/**
 * The language that a request's `locale` selects: the tag itself, else the longest prefix of it that exists (`de-CH`, `de_CH`
 * -> `de`), else the default (decisions 2). Never an error.
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

/** Compares names in the locale's collation with numbers by value: `img2` before `img10` (decisions 3). */
export function compareNames(locale: string): (a: string, b: string) => number {
  let collator = collators.get(locale);
  if (!collator) {
    collator = new Intl.Collator(formatLocale(locale), { numeric: true });
    collators.set(locale, collator);
  }
  return collator.compare;
}

/** The locale that `Intl` formats and sorts by: English for a language that it does not know. */
export function formatLocale(language: string): string {
  try {
    return Intl.Collator.supportedLocalesOf([language]).length > 0 ? language : 'en';
  } catch {
    // A catalogue may have names of languages that `Intl` rejects, such as `x`.
    return 'en';
  }
}
