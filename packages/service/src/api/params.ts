/**
 * Building blocks for query parameters. A single declaration parses the request (`read-params.ts`), types the handler
 * and describes the parameter in OpenAPI. Decisions 2 has the parsing rules.
 */
import { ApiError, quote } from '../domain/errors.ts';
import type { Codec, Schema } from './codecs.ts';

/** The declaration of one query parameter. `T` is its parsed value. */
export interface Param<T, Required extends boolean = boolean> {
  readonly doc: string;
  readonly schema: Schema;
  /** True if several values may be written as `a,b` as well as `x=a&x=b`. */
  readonly isList: boolean;
  readonly isRequired: Required;
  readonly alias?: string;
  readonly since?: string;
  readonly isDeprecated?: boolean;
  /** Returns true if at least one value counts as given. An empty value counts as absent (decisions 2). */
  isGiven(given: readonly string[]): boolean;
  /**
   * Parses the parameter. `given` has every value in order; it is empty if the parameter is absent. Throws `ApiError`.
   */
  read(given: readonly string[], name: string): T;
}

/** The parameters of an operation, by name. */
export type Shape = Readonly<Record<string, Param<unknown>>>;
/** The parsed values of a shape. */
export type ParamValues<S extends Shape> = { readonly [K in keyof S]: S[K] extends Param<infer T> ? T : never };

interface Options<T> {
  readonly default?: T;
  readonly alias?: string;
  readonly since?: string;
  readonly deprecated?: boolean;
}

/** Maximum number of items in a list parameter (decisions 2). */
export const MAX_LIST_ITEMS = 1000;

/** Returns the error `<name>: "<value>" is not <expected>`. */
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

/** Returns true if a comma-separated list has at least one item. */
export const holdsItem = (given: readonly string[]) => given.some((value) => /[^\s,]/.test(value));

/** Declares a parameter with one value. An absent or empty value yields the default; giving it twice is an error. */
export function one<T>(codec: Codec<T>, doc: string, options: Options<T> & { default: T }): Param<T, false>;
export function one<T>(codec: Codec<T>, doc: string, options?: Options<T>): Param<T | undefined, false>;
export function one<T>(codec: Codec<T>, doc: string, options: Options<T> = {}): Param<T | undefined, false> {
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

/**
 * Declares a parameter with several values: `x=1,2`, `x=1&x=2`, or both. Trims blanks around items and removes
 * duplicates; more than 1,000 items are an error.
 */
export function many<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[], false> {
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

/** Declares a list in which order and repetition matter, written like `many`. */
export function sequence<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[], false> {
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

/** Declares a repeatable parameter whose values may contain commas. */
export function each<T>(codec: Codec<T>, doc: string, options: Options<never> = {}): Param<readonly T[], false> {
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

/** Makes an empty value count as given; only an absent parameter yields undefined. */
export function orEmpty<T>(param: Param<T, false>): Param<T | undefined, false> {
  return {
    ...param,
    isGiven: (given) => given.length > 0,
    read: (given, name) => (given.length === 0 ? undefined : param.read(given, name)),
  };
}

/** Makes a parameter required: its absence, an empty value and an empty list are errors. */
export function required<T>(param: Param<T>): Param<Exclude<T, undefined>, true> {
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
