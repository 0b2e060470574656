import type { Text } from '../../domain/model.ts';
import { parseIsoDate } from './iso-date.ts';
import type { Reading } from './reading.ts';

/**
 * One kind of value in a bundle: how it is read from parsed JSON and written again. The declarations in `objects.ts` are built
 * of these; what is accepted, every message and the order of keys in an export follow from them.
 */
export interface Kind<T> {
  /** Used in messages: `"x" is not <expected>`. */
  readonly expected: string;
  /** The value, or `undefined` after telling `reading` what is wrong. A result beside a fault is good for nothing but more checks. */
  read(value: unknown, reading: Reading): T | undefined;
  /** The value as JSON. */
  write(value: T): unknown;
}

/** A kind that is decided by a test, and stays as it is. */
function scalar<T>(expected: string, fits: (value: unknown) => value is T): Kind<T> {
  return {
    expected,
    read: (value, reading) => (fits(value) ? value : reading.wrong(value, expected)),
    write: (value) => value,
  };
}

/** A whole number within JavaScript's safe range. */
export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): Kind<number> {
  const lowest = min === Number.MIN_SAFE_INTEGER ? '' : ` from ${min}`;
  const bounds = max === Number.MAX_SAFE_INTEGER ? lowest : `${lowest} to ${max}`;
  return scalar(
    `an integer${bounds}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

export const id: Kind<number> = integer({ min: 1 });

/** Any JSON number. */
export function number({ min, max }: { min: number; max: number }): Kind<number> {
  return scalar(
    `a number from ${min} to ${max}`,
    (value): value is number => typeof value === 'number' && value >= min && value <= max,
  );
}

export const boolean: Kind<boolean> = scalar('true or false', (value) => typeof value === 'boolean');

/** Text in no language. Halves of surrogate pairs, which no file can hold, become U+FFFD. */
export const string: Kind<string> = {
  expected: 'a string',
  read: (value, reading) => (typeof value === 'string' ? value.toWellFormed() : reading.wrong(value, 'a string')),
  write: (value) => value,
};

/** A file extension: lower case, without the dot. */
export const extension: Kind<string> = {
  ...string,
  read: (value, reading) => string.read(value, reading)?.replace(/^\./, '').toLowerCase(),
};

export function choice<const T extends string>(...values: readonly T[]): Kind<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  return scalar(`one of ${values.join(', ')}`, (value): value is T => known.has(value));
}

const LANGUAGE_TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

export function isLanguageTag(text: string): boolean {
  return LANGUAGE_TAG.test(text);
}

/** A well-formed language tag; whether such a language exists is nobody's business here. */
export const languageTag: Kind<string> = scalar(
  'a language tag like en or de-CH',
  (value): value is string => typeof value === 'string' && isLanguageTag(value),
);

/** A string, or an object language -> string (catalogue: text). */
export const text: Kind<Text> = {
  expected: 'a string or an object language -> string',
  read(value, reading) {
    if (typeof value === 'string') return value.toWellFormed();
    if (!isObject(value)) return reading.wrong(value, this.expected);
    const texts: Record<string, string> = {};
    for (const [tag, translation] of Object.entries(value)) {
      reading.keys += 1;
      reading.path.push(tag);
      if (!isLanguageTag(tag)) reading.fault('this is not a language tag like en or de-CH');
      else if (typeof translation !== 'string') reading.wrong(translation, 'a string');
      else texts[tag] = translation.toWellFormed();
      reading.path.pop();
    }
    return texts;
  },
  write: (value) => value,
};

const DATE = 'an ISO 8601 date like 2024-05-01 or 2024-05-01T10:00:00Z';

/** A moment in UTC milliseconds; a day is its midnight in UTC. */
export const instant: Kind<number> = {
  expected: DATE,
  read(value, reading) {
    const date = typeof value === 'string' ? parseIsoDate(value) : undefined;
    return date ? date.epochMs : reading.wrong(value, DATE);
  },
  write: (value) => new Date(value).toISOString(),
};

/** A UTC day, `yyyy-MM-dd`. */
export const day: Kind<string> = {
  expected: DATE,
  read(value, reading) {
    const date = typeof value === 'string' ? parseIsoDate(value) : undefined;
    return date ? date.day : reading.wrong(value, DATE);
  },
  write: (value) => value,
};

/** A day as it is, or a moment as a date-time in UTC: the values of date fields. */
export const dateValue: Kind<string> = {
  expected: DATE,
  read(value, reading) {
    const date = typeof value === 'string' ? parseIsoDate(value) : undefined;
    if (!date) return reading.wrong(value, DATE);
    return date.isDay ? date.day : new Date(date.epochMs).toISOString();
  },
  write: (value) => value,
};

export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    expected: 'an array',
    read(value, reading) {
      if (!Array.isArray(value)) return reading.wrong(value, 'an array');
      const items: T[] = [];
      const { path } = reading;
      for (let index = 0; index < value.length; index += 1) {
        path.push(index);
        const read = item.read(value[index], reading);
        if (read !== undefined) items.push(read);
        path.pop();
      }
      return items;
    },
    write: (value) => value.map((each) => item.write(each)),
  };
}

/** A list of IDs, ascending, each once. */
export function idSet(item: Kind<number>): Kind<readonly number[]> {
  const items = list(item);
  return {
    ...items,
    read: (value, reading) => {
      const ids = items.read(value, reading);
      return ids && ids.length > 1 ? [...new Set(ids)].sort((a, b) => a - b) : ids;
    },
  };
}

/** `null` says the same as leaving the key out. */
export function orNull<T>(kind: Kind<T>): Kind<T> {
  const expected = `${kind.expected} or null`;
  return {
    expected,
    read: (value, reading) => (value === null ? undefined : kind.read(value, reading)),
    write: (value) => kind.write(value),
  };
}

/** A JSON object, arrays and `null` not counted. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
