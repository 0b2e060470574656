/** Types of values that only bundles have. Those in `values.ts` of the domain are used too. */
import { localTime } from '../../../../core/src/domain/dates.ts';
import type { StatedTime, Text } from '../../../../core/src/domain/model.ts';
import { integer, isObject, list, textOf, type ValueType } from '../../../../core/src/domain/values.ts';
import { type IsoDate, parseIsoDate } from './iso-date.ts';
import type { KeyedKind, Reading, ReferenceKind } from './reading.ts';

/** A type of value in a bundle, which determines accepted values, messages and the order of keys in an export. */
export type BundleType<T> = ValueType<T, Reading>;

/** An integer within inclusive bounds. */
export function integerFrom(min: number, max?: number): ValueType<number> {
  return max === undefined ? integer(min, undefined, `an integer from ${min}`) : integer(min, max);
}

export const id = integerFrom(1);

/** Text without a language. Warns of what is easily overlooked in it, see `checkedText`. */
export const string = textOf('a string', checkedText);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Returns the text with U+FFFD in place of unpaired surrogates, which no file can contain. Warns of these and controls. */
function checkedText(value: string, reading: Reading): string {
  if (CONTROL.test(value)) reading.warn('the text has control characters');
  if (value.isWellFormed()) return value;
  reading.warn('half a surrogate pair becomes U+FFFD');
  return value.toWellFormed();
}

/** Longest text by which a sign-in names a user: its cookie holds it. */
const MAX_LOGIN = 255;

/** How a sign-in names a user. Nothing in it is changed, because it is compared exactly. */
export const login = textOf(`a string of 1 to ${MAX_LOGIN} characters`, (value) =>
  value !== '' && value.length <= MAX_LOGIN && value.isWellFormed() ? value : undefined,
);

/** A file extension: lower case, without the dot. */
export const extension = textOf('a string', (value) => value.toWellFormed().replace(/^\./, '').toLowerCase());

const LANGUAGE = 'a language tag like en or de-CH';
const LANGUAGE_TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** A well-formed language tag. It isn't checked whether the language exists. */
export const languageTag = textOf(LANGUAGE, (value) => (LANGUAGE_TAG.test(value) ? value : undefined));

/** A string, or an object language -> string (catalogue: text). */
export const text: BundleType<Text> = {
  expected: 'a string or an object language -> string',
  schema: {
    anyOf: [
      { type: 'string' },
      { type: 'object', propertyNames: { pattern: LANGUAGE_TAG.source }, additionalProperties: { type: 'string' } },
    ],
  },
  read(value, reading) {
    if (typeof value === 'string') return checkedText(value, reading);
    if (!isObject(value)) return reading.wrong(value, this.expected);
    const texts: Record<string, string> = {};
    for (const [tag, translation] of Object.entries(value)) {
      reading.keys += 1;
      reading.path.push(tag);
      if (!LANGUAGE_TAG.test(tag)) reading.fault(`this is not ${LANGUAGE}`);
      else {
        if (reading.languages?.has(tag) === false) reading.warn(strangeLanguage(tag));
        const read = string.read(translation, reading);
        if (read !== undefined) texts[tag] = read;
      }
      reading.path.pop();
    }
    return texts;
  },
};

function strangeLanguage(tag: string): string {
  return `the catalogue has no language ${tag}, so this text appears only where there is no other`;
}

function dateAs<T>(convert: (date: IsoDate) => T): BundleType<T> {
  return textOf('an ISO 8601 date like 2024-05-01 or 2024-05-01T10:00:00Z', (value) => {
    const date = parseIsoDate(value);
    return date && convert(date);
  });
}

/** A time: a day and local time unchanged, an instant in UTC milliseconds. */
export const time: BundleType<StatedTime> = {
  ...dateAs((date): StatedTime => writtenDate(date) ?? date.epochMs),
  write: (value) => (typeof value === 'number' ? new Date(value).toISOString() : value),
};

/** A UTC day, `yyyy-MM-dd`. */
export const day = dateAs((date) => date.day);

/** The value of a date field: a day and local time unchanged, an instant as a date-time in UTC. */
export const dateValue = dateAs((date) => writtenDate(date) ?? new Date(date.epochMs).toISOString());

/** Returns a day or local time as written; undefined for an instant. */
function writtenDate({ isDay, isLocal, day: written, epochMs }: IsoDate): string | undefined {
  if (isDay) return written;
  return isLocal ? localTime(epochMs) : undefined;
}

/** A list of IDs, sorted in ascending order and without duplicates. */
export function idSet(item: BundleType<number>): BundleType<readonly number[]> {
  const items = list(item);
  return {
    expected: items.expected,
    schema: items.schema,
    read: (value, reading) => {
      const ids = items.read(value, reading);
      return ids && ids.length > 1 ? [...new Set(ids)].sort((a, b) => a - b) : ids;
    },
  };
}

/** The ID of another object of the bundle or the catalogue. */
export function reference(kind: ReferenceKind): BundleType<number> {
  return {
    expected: id.expected,
    schema: id.schema,
    read(value, reading) {
      const read = id.read(value, reading);
      if (read !== undefined) reading.references.refer?.(kind, read, reading);
      return read;
    },
  };
}

/** The key of an asset type or relation type of the bundle or the catalogue. */
export function keyOf(kind: KeyedKind): BundleType<string> {
  return textOf(
    `the key of ${kind === 'asset_type' ? 'an asset type' : 'a relation type'}`,
    (key, reading: Reading) => {
      reading.references.referByKey?.(kind, key, reading);
      return key;
    },
  );
}
