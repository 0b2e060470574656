/** Chooses the language of texts, and compares names in it. */
import type { Text } from './model.ts';

/** The languages of a catalogue in its order, and its default language. */
export interface Languages {
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
}

/**
 * Returns a text in a language, else in a related one (`relatedTo`), else in the default one or one related to it, else
 * in the catalogue's first that has it (interface decisions 2).
 */
export function textIn(text: Text, language: string, languages: Languages): string {
  if (typeof text === 'string') return text;
  const own = ownText(text, language);
  if (own) return own;
  for (const other of languagesFor(language, languages)) {
    const found = ownText(text, other);
    if (found) return found;
  }
  return Object.values(text).find((found) => found !== '') ?? '';
}

/** By languages of a catalogue, which hold as long as its model, then by language and default language. */
const fallbacks = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Returns the languages in which a text is looked for, best first (`textIn`). */
export function languagesFor(language: string, { languages, defaultLanguage }: Languages): readonly string[] {
  return fallbacks
    .getOrInsertComputed(languages, () => new Map())
    .getOrInsertComputed(`${language} ${defaultLanguage}`, () => [
      ...new Set([
        ...relatedTo(language, languages),
        defaultLanguage,
        ...relatedTo(defaultLanguage, languages),
        ...languages,
      ]),
    ]);
}

/**
 * Returns the languages that a reader of one understands, best first: the tag itself, the tag without its region
 * (`de-AT`, `de`), other regions of the language. Tags are compared without case, and `de_AT` is `de-AT`.
 */
export function relatedTo(tag: string, languages: readonly string[]): readonly string[] {
  // A request may ask in thousands of parts; a tag that is longer than every language is none of them.
  const longest = languages.reduce((most, { length }) => Math.max(most, length), 0);
  const parts = normal(tag.slice(0, longest + 1)).split('-');
  const found = new Set<string>();
  for (; parts.length > 0 && parts[0] !== ''; parts.pop()) {
    const wanted = parts.join('-');
    for (const each of languages) if (normal(each) === wanted) found.add(each);
    for (const each of languages) if (normal(each).startsWith(`${wanted}-`)) found.add(each);
  }
  return [...found];
}

function normal(tag: string): string {
  return tag.toLowerCase().replaceAll('_', '-');
}

/** Returns the text in exactly this language; undefined if it has none or is the same in every language. */
export function ownText(text: Text, language: string): string | undefined {
  return typeof text !== 'string' && Object.hasOwn(text, language) ? text[language] : undefined;
}

/**
 * Selects the language for a request's `locale`: the first related one (`de-CH` and `de_CH` -> `de` where there is no
 * `de-CH`), else the default language (interface decisions 2). Never throws.
 */
export function selectLanguage(locale: string | undefined, { languages, defaultLanguage }: Languages): string {
  return relatedTo(locale ?? '', languages)[0] ?? defaultLanguage;
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
