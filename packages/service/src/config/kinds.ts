import { isJsonObject } from './json-text.ts';
import { below, type Place, refuse } from './problems.ts';

/** A kind of value that settings have. */
export interface Kind<T> {
  /** Completes "… is not"; also the words of the documentation. */
  readonly accepts: string;
  /** How the value is written in an environment variable, where not as plain text. */
  readonly inVariable?: 'list' | 'json';
  /** Reads a JSON value. Refuses it at `place` and returns `undefined` where it isn't of this kind. */
  read(value: unknown, place: Place): T | undefined;
  /** The JSON value that a text of the environment or command line stands for; text of another kind is returned as it is. */
  fromText(text: string): unknown;
}

const asIs = (text: string): unknown => text;

/** A text of a small language: `parse` returns `undefined` for text outside it. */
export function textOf<T>(accepts: string, parse: (text: string, place: Place) => T | undefined): Kind<T> {
  return {
    accepts,
    fromText: asIs,
    read: (value, place) =>
      (typeof value === 'string' ? parse(value, place) : undefined) ?? refuse(place, value, accepts),
  };
}

/** Whole numbers within inclusive bounds; decimal digits only in text. */
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

/** `true` or `false`; in text also `1` and `0`, in any case. */
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

/** One of some words. */
export function choice<const W extends string>(...words: readonly W[]): Kind<W> {
  return textOf(`one of ${words.join(', ')}`, (text) => words.find((word) => word === text));
}

/** The kind, or `null` (so in text, too) for "not set". */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return {
    accepts: `${kind.accepts}, or null`,
    ...(kind.inVariable && { inVariable: kind.inVariable }),
    fromText: (text) => (text === 'null' ? null : kind.fromText(text)),
    read: (value, place) => (value === null ? null : kind.read(value, place)),
  };
}

/** At most 1,000 values of a kind; by comma in text, where blanks around items are dropped. */
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

/** An object with keys of the user's own; `readMember` sees each. Written as JSON in the environment. */
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
