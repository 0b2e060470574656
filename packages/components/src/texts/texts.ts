import { EN, type Text, type TextKey, type TextMap } from './en.ts';

/** Returns a text with its values put in. `count` also selects the plural form. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of an operator or a host page, which replace ours: by key. */
export type TextOverlay = Readonly<Partial<Record<TextKey, Text>>>;

/** The English texts that are there, which stand in for a language that cannot be loaded. */
const english: Partial<Record<TextKey, Text>> = { ...EN };

const LOADERS: Readonly<Record<string, () => Promise<Partial<TextMap>>>> = {
  // Read when they are needed, because more may come.
  en: async () => ({}),
  de: async () => (await import('./de.ts')).DE,
  fr: async () => (await import('./fr.ts')).FR,
  es: async () => (await import('./es.ts')).ES,
  it: async () => (await import('./it.ts')).IT,
};

/** Adds the English texts of elements that are loaded later, or without the others. */
export function addTexts(texts: Partial<TextMap>): void {
  Object.assign(english, texts);
}

/** The languages that have texts. */
export const LANGUAGES: readonly string[] = Object.keys(LOADERS);

/** Returns the first of the wanted languages that has texts, `de` for `de-AT`; English without one. */
export function chooseLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (LANGUAGES.includes(language)) return language;
  }
  return 'en';
}

/** Loads the texts of a language, which is one of `LANGUAGES`. */
export async function loadTexts(language: string, overlay: TextOverlay = {}): Promise<Say> {
  // A part of the program that is gone, for example after an upgrade of the service, must not leave a page without words.
  const own = await LOADERS[language]?.().catch(() => ({}));
  const texts: Partial<TextMap> = { ...own, ...overlay };
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
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

/** Writes a time to wait as people read it: `40 seconds`, `2 minutes`. */
export function waitText(seconds: number, locale: string): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(value));
}

/** Writes a size as people read it: `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const digits = value < 10 && power > 0 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power > 0 ? 'short' : 'long',
    maximumFractionDigits: digits,
  }).format(value);
}
