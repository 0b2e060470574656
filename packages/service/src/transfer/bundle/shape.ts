/** Declares types of objects by their keys; the declarations in `objects.ts` read, check and write bundles. */
import { isObject, type Schema, toJson } from '../../../../core/src/domain/values.ts';
import type { BundleType } from './value-types.ts';

/** One key of an object: the type of its value, and the meaning of its absence. */
export interface Key<T> {
  readonly type: BundleType<T>;
  readonly isRequired: boolean;
  readonly fallback?: T;
  /** Name of the key in JSON, if it differs from the property's. */
  readonly json?: string;
}

/** A key without which the object lacks the property. */
export interface OptionalKey<T> extends Key<T> {
  readonly isOptional: true;
}

export function requiredKey<T>(type: BundleType<T>): Key<T> {
  return { type, isRequired: true };
}

/** A key that may be absent, for `fallback` or no property. An export omits a value equal to `fallback`. */
export function optionalKey<T>(type: BundleType<T>, fallback: T): Key<T>;
export function optionalKey<T>(type: BundleType<T>): OptionalKey<T>;
export function optionalKey<T>(type: BundleType<T>, fallback?: T): Key<T> {
  return { type, isRequired: false, ...(fallback === undefined ? { isOptional: true } : { fallback }) };
}

/** A key whose name in JSON differs from the property's. */
export function named<K extends Key<unknown>>(json: string, key: K): K {
  return { ...key, json };
}

type Keys = Readonly<Record<string, Key<unknown>>>;

type KeyValue<K> = K extends Key<infer T> ? Exclude<T, null> : never;

/** The type of an object with these keys after reading, when `null` counts as absent. */
export type Shaped<K extends Keys> = {
  readonly [Name in keyof K as K[Name] extends OptionalKey<unknown> ? never : Name]: KeyValue<K[Name]>;
} & {
  readonly [Name in keyof K as K[Name] extends OptionalKey<unknown> ? Name : never]?: KeyValue<K[Name]>;
};

/** The type of a type's values after reading. */
export type ValueOf<K> = K extends BundleType<infer T> ? T : never;

/** An object with exactly these keys, which an export writes in this order. */
export function shape<const K extends Keys>(keys: K): BundleType<Shaped<K>> {
  const entries = Object.entries(keys).map(([name, { json = name, ...key }]) => ({ name, json, ...key }));
  const known = entries.map(({ json }) => json);
  return {
    expected: 'an object',
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map((entry) => [entry.json, keySchema(entry)])),
      required: entries.filter(({ isRequired }) => isRequired).map(({ json }) => json),
      additionalProperties: false,
    },
    read(value, reading) {
      if (!isObject(value)) return reading.wrong(value, 'an object');
      const result: Record<string, unknown> = {};
      const { path } = reading;
      let met = 0;
      for (const { name, json, type, isRequired, fallback } of entries) {
        const raw = value[json];
        if (raw !== undefined) {
          met += 1;
          path.push(json);
        } else if (isRequired) reading.at([json], () => reading.fault('it is missing'));
        const read = raw === undefined ? fallback : (type.read(raw, reading) ?? fallback);
        if (raw !== undefined) path.pop();
        if (read !== undefined) result[name] = read;
      }
      const names = Object.keys(value);
      reading.keys += names.length;
      if (names.length !== met) {
        for (const name of names) {
          if (known.includes(name)) continue;
          reading.at([name], () => reading.fault(`this key is unknown; known here are ${known.join(', ')}`));
        }
      }
      return result as Shaped<K>;
    },
    write(value) {
      const result: Record<string, unknown> = {};
      const from = value as Readonly<Record<string, unknown>>;
      for (const { name, json, type, fallback } of entries) {
        const own = from[name];
        if (own !== undefined && !isSame(own, fallback)) result[json] = toJson(type, own);
      }
      return result;
    },
  };
}

function keySchema({ type, fallback }: Key<unknown>): Schema {
  const standard = fallback instanceof Map ? {} : fallback;
  return standard === undefined ? type.schema : { ...type.schema, default: standard };
}

/** Compares values of the types that fallbacks have: scalars, lists of scalars, and empty maps. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => item === b[index]);
  if (a instanceof Map && b instanceof Map) return a.size === 0 && b.size === 0;
  return a === b;
}

/** An object type whose properties of type undefined may be absent instead. */
type Present<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Returns the object without the properties whose value is undefined. */
export function present<T extends object>(object: T): Present<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Present<T>;
}
