/**
 * The vocabulary of query parameters. A parameter is declared once: the declaration parses the request (`read-params.ts`), types the
 * handler and describes the parameter in OpenAPI. The rules of reading are decisions 2.
 */
import { ApiError, quote } from '../domain/errors.ts';
import type { Codec, Schema } from './codecs.ts';

export interface Param<T> {
  readonly doc: string;
  readonly schema: Schema;
  /** True when several values are written `a,b` as well as `x=a&x=b`. */
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly alias?: string;
  readonly since?: string;
  readonly isDeprecated?: boolean;
  /** True where the texts hold a value: an empty one is as good as none (decisions 2). */
  isGiven(given: readonly string[]): boolean;
  /** `given` holds every value of the parameter, in order; empty when absent. Throws `ApiError`. */
  read(given: readonly string[], name: string): T;
}

export type Shape = Readonly<Record<string, Param<unknown>>>;
export type Values<S extends Shape> = { readonly [K in keyof S]: S[K] extends Param<infer T> ? T : never };

interface Options<T> {
  readonly default?: T;
  readonly alias?: string;
  readonly since?: string;
  readonly deprecated?: boolean;
}

/** Items of a list parameter at most (decisions 2). */
export const MAX_LIST_ITEMS = 1000;

export function invalid(name: string, value: string, expected: string): ApiError {
  return new ApiError('parameter_invalid', `${name}: ${quote(value)} is not ${expected}`);
}

function readOne<T>(codec: Codec<T>, text: string, name: string): T {
  const value = codec.read(text);
  if (value === undefined) throw invalid(name, text, codec.expected);
  return value;
}

function describe<T>(options: Options<T>): Pick<Param<T>, 'alias' | 'since' | 'isDeprecated'> {
  const { alias, since, deprecated } = options;
  return {
    ...(alias === undefined ? {} : { alias }),
    ...(since === undefined ? {} : { since }),
    ...(deprecated ? { isDeprecated: true } : {}),
  };
}

const holdsText = (given: readonly string[]) => given.some((value) => value !== '');

/** True where a list by commas has an item. */
export const holdsItem = (given: readonly string[]) => given.some((value) => /[^\s,]/.test(value));

/** A single value. Absent or empty gives the default; given twice is an error. */
export function one<T>(codec: Codec<T>, doc: string, options: Options<T> & { default: T }): Param<T>;
export function one<T>(codec: Codec<T>, doc: string, options?: Options<T>): Param<T | undefined>;
export function one<T>(codec: Codec<T>, doc: string, options: Options<T> = {}): Param<T | undefined> {
  return {
    doc,
    isList: false,
    isRequired: false,
    schema: options.default === undefined ? codec.schema : { ...codec.schema, default: options.default },
    ...describe(options),
    isGiven: holdsText,
    read: (given, name) => {
      if (given.length > 1)
        throw new ApiError('parameter_invalid', `${name}: is given ${given.length} times, but takes one value`);
      const text = given[0];
      return text === undefined || text === '' ? options.default : readOne(codec, text, name);
    },
  };
}

/** Several values: `x=1,2`, `x=1&x=2`, or both; blanks around items dropped, duplicates collapse, at most 1,000 items. */
export function many<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[]> {
  return {
    doc,
    isList: true,
    isRequired: false,
    schema: { type: 'array', items: codec.schema, maxItems: MAX_LIST_ITEMS },
    ...describe(options),
    isGiven: holdsItem,
    read: (given, name) => {
      const items = new Set<T>();
      for (const value of given) {
        for (const item of value.split(',')) {
          const text = item.trim();
          if (text !== '') items.add(readOne(codec, text, name));
          if (items.size > MAX_LIST_ITEMS) {
            throw new ApiError('parameter_invalid', `${name}: holds more than ${MAX_LIST_ITEMS} items`);
          }
        }
      }
      return [...items];
    },
  };
}

/** A list whose order and repetitions matter, written like `many`. */
export function sequence<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[]> {
  return {
    ...many(codec, doc, options),
    read: (given, name) => {
      const items = given.flatMap((value) => value.split(',')).map((item) => item.trim());
      const texts = items.filter((text) => text !== '');
      if (texts.length > MAX_LIST_ITEMS)
        throw new ApiError('parameter_invalid', `${name}: holds more than ${MAX_LIST_ITEMS} items`);
      return texts.map((text) => readOne(codec, text, name));
    },
  };
}

/** Several whole values, one per repeat: commas belong to the value. */
export function each<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[]> {
  return {
    doc,
    isList: false,
    isRequired: false,
    schema: { type: 'array', items: codec.schema, maxItems: MAX_LIST_ITEMS },
    ...describe(options),
    isGiven: holdsText,
    read: (given, name) => {
      if (given.length > MAX_LIST_ITEMS)
        throw new ApiError('parameter_invalid', `${name}: holds more than ${MAX_LIST_ITEMS} items`);
      return [...new Set(given.filter((value) => value !== ''))].map((value) => readOne(codec, value, name));
    },
  };
}

/** An empty value is a value all the same; absence is undefined. */
export function orEmpty<T>(param: Param<T>): Param<T | undefined> {
  return {
    ...param,
    isGiven: (given) => given.length > 0,
    read: (given, name) => (given.length === 0 ? undefined : param.read(given, name)),
  };
}

/** Absence, an empty value and an empty list are errors. */
export function required<T>(param: Param<T>): Param<Exclude<T, undefined>> {
  return {
    ...param,
    isRequired: true,
    read: (given, name) => {
      const value = param.read(given, name);
      if (value === undefined || (Array.isArray(value) && value.length === 0)) {
        throw new ApiError('parameter_missing', `${name}: a value is missing`);
      }
      return value as Exclude<T, undefined>;
    },
  };
}
