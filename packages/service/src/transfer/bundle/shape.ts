import { isObject, type Kind } from './kinds.ts';

/** One key of an object: the kind of its value, and the meaning of its absence. */
export interface Key<T> {
  readonly kind: Kind<T>;
  readonly isRequired: boolean;
  readonly fallback: T | undefined;
}

export function required<T>(kind: Kind<T>): Key<T> {
  return { kind, isRequired: true, fallback: undefined };
}

/**
 * A key that may be absent. The object then has `fallback`, or no value. An export omits the key if its value equals
 * `fallback`.
 */
export function optional<T>(kind: Kind<T>, fallback: T): Key<T>;
export function optional<T>(kind: Kind<T>): Key<T | undefined>;
export function optional<T>(kind: Kind<T>, fallback?: T): Key<T | undefined> {
  return { kind: kind as Kind<T | undefined>, isRequired: false, fallback };
}

type Keys = Readonly<Record<string, Key<unknown>>>;

/** The type of an object with these keys after reading. */
export type Shaped<K extends Keys> = { readonly [Name in keyof K]: K[Name] extends Key<infer T> ? T : never };

/** The type of a kind's values after reading. */
export type ValueOf<K> = K extends Kind<infer T> ? T : never;

/** An object with exactly these keys, which an export writes in this order. */
export function shape<const K extends Keys>(keys: K): Kind<Shaped<K>> & { readonly keys: K } {
  const entries = Object.entries(keys).map(([name, { kind, isRequired, fallback }]) => ({
    name,
    kind,
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
      for (const { name, kind, isRequired, fallback } of entries) {
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
        result[name] = kind.read(raw, reading) ?? fallback;
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
      for (const { name, kind, fallback } of entries) {
        const own = from[name];
        if (own !== undefined && !isSame(own, fallback)) result[name] = kind.write(own);
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
