import type { TextsByLanguage } from '../../../core/src/domain/file-properties.ts';
import { isoDate } from './dates.ts';

/**
 * Tags by exiftool's names, `Group:Name` -> text, list or structure. Numbers are kept as text, so that the keyword
 * `007` is not changed.
 */
export type Tags = ReadonlyMap<string, unknown>;

/** Tags of a file that has none. */
export const NO_TAGS: Tags = new Map();

/** Returns the tag as text, for a list its first text; undefined if absent or blank. */
export function tagText(tags: Tags, name: string): string | undefined {
  return tagTexts(tags, name)[0];
}

/** Returns the non-blank texts of a tag, which may be a single text or a list. */
export function tagTexts(tags: Tags, name: string): string[] {
  const value = tags.get(name);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => {
    const text =
      typeof item === 'string' ? item : typeof item === 'number' || typeof item === 'boolean' ? String(item) : '';
    return text.trim() === '' ? [] : [text];
  });
}

const LANGUAGE_TAG = /^(?!x-)[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** Returns a text in each language that it is written in. */
export function textsByLanguage(tags: Tags, name: string): TextsByLanguage {
  const texts: Record<string, string> = {};
  for (const key of tags.keys()) {
    const language = key === name ? 'x-default' : key.startsWith(`${name}-`) ? key.slice(name.length + 1) : '';
    const text = language === 'x-default' || LANGUAGE_TAG.test(language) ? tagText(tags, key) : undefined;
    if (text !== undefined) texts[language] = text;
  }
  return texts;
}

/** Returns a text that may exist in several languages: the default one, or else the first. */
export function localizedTagText(tags: Tags, name: string): string | undefined {
  return tagText(tags, name) ?? Object.values(textsByLanguage(tags, name))[0];
}

/**
 * Returns the tag's number; for lists and texts like `8 8 8` the first one. Undefined if it is absent or not finite.
 */
export function tagNumber(tags: Tags, name: string): number | undefined {
  const first = tagText(tags, name)
    ?.trim()
    .split(/[\s,]+/)[0];
  const number = first === undefined ? Number.NaN : Number(first);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the value of the first of the named tags that has one. */
export function firstOf<Value>(names: readonly string[], read: (name: string) => Value | undefined): Value | undefined {
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns a date that IPTC has in two tags, as ISO 8601. */
export function iptcDate(tags: Tags, dayName: string, timeName: string): string | undefined {
  const day = tagText(tags, `IPTC:${dayName}`);
  if (day === undefined) return undefined;
  const time = tagText(tags, `IPTC:${timeName}`);
  return (time === undefined ? undefined : isoDate(`${day} ${time}`)) ?? isoDate(day);
}
