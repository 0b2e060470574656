/** Texts as IIIF documents have them: lists by language, `none` for what is the same in all. */
import type { Text } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { offeredLanguages } from '../languages.ts';
import type { Context } from '../operation.ts';

export type LanguageMap = Readonly<Record<string, readonly string[]>>;

/** Writes texts for readers of each language; undefined if there is none. */
export function inEachLanguage(
  context: Context,
  write: (reader: Context, language: string) => string | readonly string[],
): LanguageMap | undefined {
  const { languages } = offeredLanguages(context.model, context.settings);
  const written = new Map(
    languages.map((language) => {
      const texts = [write({ ...context, ...context.inLanguage(language) }, language)].flat();
      return [language, texts.filter((text) => text !== '').map(plain)] as const;
    }),
  );
  const [first = []] = written.values();
  if (written.values().every((texts) => isEqual(texts, first))) return first.length > 0 ? { none: first } : undefined;
  return Object.fromEntries(
    written.entries().filter(([language, texts]) => {
      // Readers of a region understand the language without it.
      const related = language.includes('-') ? written.get(language.split('-')[0] ?? '') : undefined;
      return texts.length > 0 && !(related && isEqual(texts, related));
    }),
  );
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

/** Returns a text of the catalogue in the languages that it has; undefined if it has none. */
export function ownLanguages(text: Text, context: Context): LanguageMap | undefined {
  if (typeof text === 'string') return text === '' ? undefined : unspoken(plain(text));
  const { languages } = offeredLanguages(context.model, context.settings);
  const own = languages.filter((language) => Object.hasOwn(text, language) && text[language] !== '');
  if (own.length > 0) return Object.fromEntries(own.map((language) => [language, [plain(text[language] ?? '')]]));
  const other = textIn(text, context.locale, context.model);
  return other === '' ? undefined : unspoken(plain(other));
}

/** A text in no language. */
export function unspoken(text: string): LanguageMap {
  return { none: [plain(text)] };
}

/** Viewers take a text that begins with `<` and ends with `>` for HTML, unless something follows (Presentation API 3.0, 4.5). */
function plain(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? `${trimmed}\n` : text;
}
