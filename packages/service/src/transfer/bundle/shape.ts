import { isObject, toJson } from '../../domain/values.ts';
import type { BundleType } from './value-types.ts';

/** One key of an object: the type of its value, and the meaning of its absence. */
export interface Key<T> {
  readonly type: BundleType<T>;
  readonly isRequired: boolean;
  readonly fallback: T | undefined;
}

export function required<T>(type: BundleType<T>): Key<T> {
  return { type, isRequired: true, fallback: undefined };
}

/**
 * A key that may be absent. The object then has `fallback`, or no value. An export omits the key if its value equals
 * `fallback`.
 */
export function optional<T>(type: BundleType<T>, fallback: T): Key<T>;
export function optional<T>(type: BundleType<T>): Key<T | undefined>;
export function optional<T>(type: BundleType<T>, fallback?: T): Key<T | undefined> {
  return { type: type as BundleType<T | undefined>, isRequired: false, fallback };
}

type Keys = Readonly<Record<string, Key<unknown>>>;

/** The type of an object with these keys after reading, when `null` counts as absent. */
export type Shaped<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends Key<infer T> ? Exclude<T, null> : never;
};

/** The type of a type's values after reading. */
export type ValueOf<K> = K extends BundleType<infer T> ? T : never;

/** An object with exactly these keys, which an export writes in this order. */
export function shape<const K extends Keys>(keys: K): BundleType<Shaped<K>> & { readonly keys: K } {
  const entries = Object.entries(keys).map(([name, { type, isRequired, fallback }]) => ({
    name,
    type,
    isRequired,
    fallback,
  }));
  return {
    keys,
    expected: 'an object',
    read(value, reading) {
      if (!isObject(value)) return reading.wrong(value, 'an object');
      const result: Record<string, unknown> = {};
      const { path } = reading;
      let met = 0;
      for (const { name, type, isRequired, fallback } of entries) {
        const raw = value[name];
        if (raw === undefined) {
          if (isRequired) {
            reading.at([name], () => reading.fault('it is missing'));
          }
          result[name] = fallback;
          continue;
        }
        met += 1;
        path.push(name);
        result[name] = type.read(raw, reading) ?? fallback;
        path.pop();
      }
      const names = Object.keys(value);
      reading.keys += names.length;
      if (names.length !== met) {
        for (const name of names) {
          if (Object.hasOwn(keys, name)) continue;
          reading.at([name], () =>
            reading.fault(`this key is unknown; known here are ${Object.keys(keys).join(', ')}`),
          );
        }
      }
      return result as Shaped<K>;
    },
    write(value) {
      const result: Record<string, unknown> = {};
      const from = value as Readonly<Record<string, unknown>>;
      for (const { name, type, fallback } of entries) {
        const own = from[name];
        if (own !== undefined && !isSame(own, fallback)) result[name] = toJson(type, own);
      }
      return result;
    },
  };
}

/** Compares values of the types that fallbacks have: scalars, lists of scalars, and empty maps. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => item === b[index]);
  if (a instanceof Map && b instanceof Map) return a.size === 0 && b.size === 0;
  return a === b;
}
