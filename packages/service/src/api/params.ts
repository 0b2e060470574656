/**
 * Building blocks for query parameters. A single declaration parses the request (`read-params.ts`), types the handler
 * and describes the parameter in OpenAPI. Decisions 2 has the parsing rules.
 */
import { ApiError, invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import {
  boolean,
  integer,
  number,
  oneOf,
  parseText,
  type Schema,
  splitList,
  textOf,
  type ValueType,
} from '../../../core/src/domain/values.ts';

/**
 * Decimal integers of at least `least`, of any length. Those beyond JavaScript's safe range are read rounded, as numbers
 * that databases accept: they are larger than everything that they are compared with.
 */
export function integerFrom(least?: number): ValueType<number> {
  const safe = integer(least);
  return {
    ...safe,
    schema: { type: 'integer', ...(least === undefined ? {} : { minimum: least }) },
    fromText: (text) => {
      const value = /^[+-]?\d+$/.test(text) ? Number(text) : 0;
      if (Number.isSafeInteger(value)) return safe.fromText?.(text);
      return Math.abs(value) < 2 ** 63 ? value : Math.sign(value) * HUGE;
    },
    read: (value, reader) => {
      const isHuge = Number.isInteger(value) && !Number.isSafeInteger(value);
      return isHuge && Number(value) >= (least ?? -Infinity) ? Number(value) : safe.read(value, reader);
    },
  };
}

/** Stands for integers that have more than the 64 bits of databases. */
const HUGE = 2 ** 62;

/**
 * IDs. A run of digits beyond the safe range is the ID of nothing, not a malformed one (interface decisions 2): IDs of
 * the interface are longs.
 */
export const ID: ValueType<number> = { ...integerFrom(), schema: { type: 'integer', format: 'int64' } };

/** Finite decimal numbers, with an optional fraction and exponent. */
export const NUMBER = number();
/** `true`, `false`, `1` and `0`, case-insensitive. */
export const BOOLEAN: ValueType<boolean> = { ...boolean, expected: 'a boolean (true, false, 1 or 0)' };
export const TEXT = textOf('a text', (text) => text);

/**
 * Only `true`, for parameters that select an operation (interface decisions 2: `about=false` and the like are errors).
 */
export const TRUE: ValueType<true> = {
  ...textOf('true', (text) => parseText(boolean, text) || undefined),
  schema: { type: 'boolean', const: true },
};

/**
 * Integers of at least `min`. Values above `max` count as `max` (interface decisions 6: `top`, `days`, `limit` of
 * suggest).
 */
export function integerUpTo(min: number, max: number): ValueType<number> {
  const floor = integerFrom(min);
  return {
    ...floor,
    fromText: (text) => (/^\d+$/.test(text) ? Math.min(Number(text), max) : text),
    read: (value, reader) => {
      const read = floor.read(value, reader);
      return read === undefined ? undefined : Math.min(read, max);
    },
  };
}

/** One of the integers of a fixed list, spelt exactly. `expected` completes the sentence `"x" is not …`. */
export function oneInteger<const N extends number>(numbers: readonly N[], expected: string): ValueType<N> {
  return {
    ...textOf(expected, (text) => numbers.find((each) => String(each) === text)),
    schema: { type: 'integer', enum: numbers },
  };
}

/** One of a fixed list of words, case-insensitive (interface decisions 2). */
export function oneWord<const T extends string>(...words: readonly T[]): ValueType<T> {
  return oneOf(words, { ignoreCase: true });
}

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
  /** Returns true if at least one value counts as given. An empty value counts as absent (interface decisions 2). */
  isGiven(given: readonly string[]): boolean;
  /**
   * Parses the parameter. `given` has every value in order; it is empty if the parameter is absent. Throws `ApiError`.
   */
  read(given: readonly string[], name: string): T;
}

/** The parameters of an operation, by name. */
export type Shape = Readonly<Record<string, Param<unknown>>>;
export type ParamValues<S extends Shape> = { readonly [K in keyof S]: S[K] extends Param<infer T> ? T : never };

/** What a declaration may say besides. */
type Details = Partial<Pick<Param<unknown>, 'alias' | 'since' | 'isDeprecated'>>;

/** Maximum number of items in a list parameter (interface decisions 2). */
export const MAX_LIST_ITEMS = 1000;

/** Returns the error `<name>: "<value>" is not <expected>`. */
export function invalid(name: string, value: string, expected: string): ApiError {
  return invalidParameter(`${name}: ${quote(value)} is not ${expected}`);
}

function readOne<T>(type: ValueType<T>, text: string, name: string): T {
  const value = parseText(type, text);
  if (value === undefined) throw invalid(name, text, type.expected);
  return value;
}

function refuseMoreItems(count: number, name: string): void {
  if (count > MAX_LIST_ITEMS) throw invalidParameter(`${name}: holds more than ${MAX_LIST_ITEMS} items`);
}

const holdsText = (given: readonly string[]) => given.some((value) => value !== '');

/** Returns true if a comma-separated list has at least one item. */
export const holdsItem = (given: readonly string[]) => given.some((value) => /[^\s,]/.test(value));

/** Declares a parameter with one value. An absent or empty value yields the default; giving it twice is an error. */
export function one<T>(type: ValueType<T>, doc: string, options: Details & { default: NoInfer<T> }): Param<T, false>;
export function one<T>(type: ValueType<T>, doc: string, options?: Details): Param<T | undefined, false>;
export function one<T>(
  type: ValueType<T>,
  doc: string,
  { default: value, ...details }: Details & { default?: T } = {},
): Param<T | undefined, false> {
  return {
    doc,
    isList: false,
    isRequired: false,
    schema: value === undefined ? type.schema : { ...type.schema, default: value },
    ...details,
    isGiven: holdsText,
    read: (given, name) => {
      if (given.length > 1) throw invalidParameter(`${name}: is given ${given.length} times, but takes one value`);
      const text = given[0];
      return text === undefined || text === '' ? value : readOne(type, text, name);
    },
  };
}

/**
 * Declares a parameter with several values: `x=1,2`, `x=1&x=2`, or both. Trims blanks around items and removes
 * duplicates; more than 1,000 items are an error.
 */
export function many<T>(type: ValueType<T>, doc: string, details: Details = {}): Param<readonly T[], false> {
  return {
    doc,
    isList: true,
    isRequired: false,
    schema: { type: 'array', items: type.schema, maxItems: MAX_LIST_ITEMS },
    ...details,
    isGiven: holdsItem,
    read: (given, name) => {
      const items = new Set<T>();
      for (const text of given.flatMap(splitList)) {
        items.add(readOne(type, text, name));
        refuseMoreItems(items.size, name);
      }
      return [...items];
    },
  };
}

/**
 * Declares a list in which each item has its place, written like `many`. An item may be empty between commas: it is then
 * undefined.
 */
export function sequence<T>(
  type: ValueType<T>,
  doc: string,
  details: Details = {},
): Param<readonly (T | undefined)[], false> {
  return {
    ...many(type, doc, details),
    read: (given, name) => {
      const texts = given.flatMap((value) => (value === '' ? [] : value.split(',').map((item) => item.trim())));
      refuseMoreItems(texts.length, name);
      return texts.map((text) => (text === '' ? undefined : readOne(type, text, name)));
    },
  };
}

/** Declares a repeatable parameter whose values may contain commas. */
export function each<T>(type: ValueType<T>, doc: string, details: Details = {}): Param<readonly T[], false> {
  return {
    ...many(type, doc, details),
    isList: false,
    isGiven: holdsText,
    read: (given, name) => {
      refuseMoreItems(given.length, name);
      return [...new Set(given.filter((value) => value !== ''))].map((value) => readOne(type, value, name));
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

function notEmpty(schema: Schema): Schema {
  if (schema['type'] === 'array') return { ...schema, minItems: 1 };
  return schema['type'] === 'string' && schema['enum'] === undefined ? { ...schema, minLength: 1 } : schema;
}

/** Makes a parameter required: its absence, an empty value and an empty list are errors. */
export function mandatory<T>(param: Param<T>): Param<Exclude<T, undefined>, true> {
  return {
    ...param,
    schema: notEmpty(param.schema),
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
