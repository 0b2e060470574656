import { isJsonObject } from './json-text.ts';
import { below, type Place, refuse } from './problems.ts';

/** A kind of setting value. */
export interface Kind<T> {
  /** Completes "… is not"; also used in the documentation. */
  readonly accepts: string;
  /** Syntax of the value in an environment variable, if not plain text. */
  readonly inVariable?: 'list' | 'json';
  /** Reads a JSON value. Reports a fault at `place` and returns `undefined` if the value isn't of this kind. */
  read(value: unknown, place: Place): T | undefined;
  /**
   * Converts a text from the environment or command line to its JSON value. Returns the text unchanged if it isn't of
   * this kind.
   */
  fromText(text: string): unknown;
}

const asIs = (text: string): unknown => text;

/** A text that `parse` accepts; `parse` returns `undefined` for any other text. */
export function textOf<T>(accepts: string, parse: (text: string, place: Place) => T | undefined): Kind<T> {
  return {
    accepts,
    fromText: asIs,
    read: (value, place) =>
      (typeof value === 'string' ? parse(value, place) : undefined) ?? refuse(place, value, accepts),
  };
}

/** An integer within inclusive bounds. As text, only decimal digits are accepted. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  const accepts =
    most === Number.MAX_SAFE_INTEGER ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
  return {
    accepts,
    fromText: (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
    read: (value, place) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
        ? value
        : refuse(place, value, accepts),
  };
}

/** `true` or `false`. As text, also `1` and `0`; case doesn't matter. */
export const flag: Kind<boolean> = {
  accepts: 'true or false',
  fromText: (text) =>
    new Map<string, unknown>([
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ]).get(text.toLowerCase()) ?? text,
  read: (value, place) => (typeof value === 'boolean' ? value : refuse(place, value, flag.accepts)),
};

/** One of the given words. */
export function choice<const W extends string>(...words: readonly W[]): Kind<W> {
  return textOf(`one of ${words.join(', ')}`, (text) => words.find((word) => word === text));
}

/** The given kind, or `null` for "not set", which is also written `null` as text. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return {
    accepts: `${kind.accepts}, or null`,
    ...(kind.inVariable && { inVariable: kind.inVariable }),
    fromText: (text) => (text === 'null' ? null : kind.fromText(text)),
    read: (value, place) => (value === null ? null : kind.read(value, place)),
  };
}

/**
 * A list of at most 1,000 values of a kind. As text, the values are separated by commas, and spaces around them are
 * dropped.
 */
export function list<T>(kind: Kind<T>, accepts: string): Kind<readonly T[]> {
  return {
    accepts,
    inVariable: 'list',
    fromText: (text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map((item) => kind.fromText(item)),
    read(value, place) {
      if (!Array.isArray(value) || value.length > 1000) return refuse(place, value, accepts);
      return value.map((item, index) => kind.read(item, below(place, index)) as T);
    },
  };
}

/** An object with arbitrary keys, each read by `readMember`. Written as JSON in the environment. */
export function record<K, T>(
  accepts: string,
  readMember: (key: string, value: unknown, place: Place) => readonly [K, T] | undefined,
): Kind<ReadonlyMap<K, T>> {
  return {
    accepts,
    inVariable: 'json',
    fromText: asIs,
    read(value, place) {
      if (!isJsonObject(value)) return refuse(place, value, accepts);
      return new Map(
        Object.entries(value).flatMap(([key, member]) => {
          const read = readMember(key, member, below(place, key));
          return read ? [read] : [];
        }),
      );
    },
  };
}
