import type { Text } from '../../domain/model.ts';
import { parseIsoDate } from './iso-date.ts';
import type { Reading } from './reading.ts';

/**
 * A kind of value in a bundle: how it is parsed from JSON and written again. The declarations in `objects.ts` consist
 * of kinds, which determine the accepted values, every message and the order of keys in an export.
 */
export interface Kind<T> {
  /** Used in messages: `"x" is not <expected>`. */
  readonly expected: string;
  /**
   * Returns the value, or reports a fault to `reading` and returns `undefined`. If it reports a fault and still returns
   * a value, that value is only fit for further checks.
   */
  read(value: unknown, reading: Reading): T | undefined;
  /** Returns the value as JSON. */
  write(value: T): unknown;
}

/** A kind that `fits` recognises and whose values are the same in JSON and in the model. */
function scalar<T>(expected: string, fits: (value: unknown) => value is T): Kind<T> {
  return {
    expected,
    read: (value, reading) => (fits(value) ? value : reading.wrong(value, expected)),
    write: (value) => value,
  };
}

/** A safe integer within inclusive bounds. */
export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): Kind<number> {
  const lowest = min === Number.MIN_SAFE_INTEGER ? '' : ` from ${min}`;
  const bounds = max === Number.MAX_SAFE_INTEGER ? lowest : `${lowest} to ${max}`;
  return scalar(
    `an integer${bounds}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

export const id: Kind<number> = integer({ min: 1 });

/** A JSON number within inclusive bounds. */
export function number({ min, max }: { min: number; max: number }): Kind<number> {
  return scalar(
    `a number from ${min} to ${max}`,
    (value): value is number => typeof value === 'number' && value >= min && value <= max,
  );
}

export const boolean: Kind<boolean> = scalar('true or false', (value) => typeof value === 'boolean');

/** Text without a language. Unpaired surrogates, which no file can contain, become U+FFFD. */
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

/** A well-formed language tag. It isn't checked whether the language exists. */
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

/** An instant in UTC milliseconds. A day stands for its midnight in UTC. */
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

/** The value of a date field: a day unchanged, or an instant as a date-time in UTC. */
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

/** A list of IDs, sorted in ascending order and without duplicates. */
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

/** Accepts `null` with the same meaning as an absent key. */
export function orNull<T>(kind: Kind<T>): Kind<T> {
  const expected = `${kind.expected} or null`;
  return {
    expected,
    read: (value, reading) => (value === null ? undefined : kind.read(value, reading)),
    write: (value) => kind.write(value),
  };
}

/** True for a JSON object, but not for an array or `null`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
