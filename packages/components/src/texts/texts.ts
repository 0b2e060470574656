import { EN, type Text, type TextKey, type TextMap } from './en.ts';

/** Returns the text with this key, filled with the values. The value `count` also selects the plural form. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of an operator or a page, by key, which replace those of the elements. */
export type TextOverlay = Readonly<Partial<Record<TextKey, Text>>>;

const ENGLISH = Symbol.for('abs-texts');
const page = globalThis as { [ENGLISH]?: Partial<Record<TextKey, Text>> };
/**
 * The English texts that are loaded. They replace the texts of a language that cannot be loaded. Copies of these scripts on
 * one page share them, because the catalogue of one copy says the texts of elements of another.
 */
const english = page[ENGLISH] ?? {};
page[ENGLISH] = english;
addTexts(EN);

const LOADERS: Readonly<Record<string, () => Promise<Partial<TextMap>>>> = {
  // Empty, because `english` already has the texts, also those that are added later.
  en: async () => ({}),
  de: async () => (await import('./de.ts')).DE,
  fr: async () => (await import('./fr.ts')).FR,
  es: async () => (await import('./es.ts')).ES,
  it: async () => (await import('./it.ts')).IT,
};

/** Adds English texts, for elements that are loaded later or alone. */
export function addTexts(texts: Partial<TextMap>): void {
  Object.assign(english, texts);
}

export const LANGUAGES: readonly string[] = Object.keys(LOADERS);

/** Returns the first of these languages that has texts, such as `de` for `de-AT`, or else `en`. */
export function chooseLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (LANGUAGES.includes(language)) return language;
  }
  return 'en';
}

/** Loads the texts of one of `LANGUAGES`; `locale` adds the reader's region. Never rejects: English replaces missing texts. */
export async function loadTexts(language: string, overlay: TextOverlay = {}, locale = language): Promise<Say> {
  // If the script is gone, for example after an upgrade of the service, the page shows English.
  const own = await LOADERS[language]?.().catch(() => ({}));
  return sayIn(language, { ...own, ...overlay }, locale);
}

/** Says texts in a language, and in English those that are missing. Numbers are written as in the region of `locale`. */
export function sayIn(language: string, texts: Partial<TextMap> = {}, locale = language): Say {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(locale.split('-')[0] === language ? locale : language);
  return (key, values = {}) => {
    const text: Text = texts[key] ?? english[key] ?? key;
    const form =
      typeof text === 'string' ? text : (text[plurals.select(Number(values['count'] ?? 0))] ?? text.other ?? '');
    return form.replaceAll(/\{(\w+)\}/g, (all: string, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? numbers.format(value) : (value ?? all);
    });
  };
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Keeps formats, because creating one takes longer than drawing the line of a list that it is for. */
export function kept<Format>(formats: Map<string, Format>, key: string, create: () => Format): Format {
  const format = formats.get(key) ?? create();
  formats.set(key, format);
  return format;
}

/** Writes the day of a time, in milliseconds since 1970, as people read it: `5 Mar 2026`. Default: the day where the reader is. */
export function formatDate(time: number, locale: string, timeZone?: string): string {
  const create = () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...(timeZone && { timeZone }) });
  return kept(dateFormats, `${locale} ${timeZone}`, create).format(time);
}

/** Writes a number as people read it: `87,283`. */
export function formatNumber(value: number, locale: string): string {
  return kept(numberFormats, locale, () => new Intl.NumberFormat(locale)).format(value);
}
