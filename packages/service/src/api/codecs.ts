/** Types of single values in query parameters. Decisions 2 has the parsing rules. */
import { boolean, integer, number, oneOf as oneWord, readText, type ScalarType, textOf } from '../domain/values.ts';

/** Decimal integers within JavaScript's safe range. */
export const INTEGER = integer();
/** Finite decimal numbers, with an optional fraction and exponent. */
export const NUMBER = number();
/** `true`, `false`, `1` and `0`, case-insensitive. */
export const BOOLEAN: ScalarType<boolean> = { ...boolean, expected: 'a boolean (true, false, 1 or 0)' };
/** Any text. */
export const TEXT = textOf('a text', (text) => text);

/** Only `true`, for parameters that select an operation (decisions 2: `about=false` and the like are errors). */
export const TRUE: ScalarType<true> = {
  ...textOf('true', (text) => readText(boolean, text) || undefined),
  schema: { type: 'boolean', const: true },
};

/** Integers of at least `least`. Values above `most` count as `most` (decisions 6: `top`, `days`, `limit` of suggest). */
export function integerUpTo(least: number, most: number): ScalarType<number> {
  const floor = integer(least);
  return {
    ...floor,
    read: (value, reader) => {
      const read = floor.read(value, reader);
      return read === undefined ? undefined : Math.min(read, most);
    },
  };
}

/** One of the integers of a fixed list, spelt exactly. `expected` completes the sentence `"x" is not …`. */
export function oneInteger<const N extends number>(numbers: readonly N[], expected: string): ScalarType<N> {
  return {
    ...textOf(expected, (text) => numbers.find((each) => String(each) === text)),
    schema: { type: 'integer', enum: numbers },
  };
}

/** One of a fixed list of words, case-insensitive (decisions 2). */
export function oneOf<const T extends string>(...words: readonly T[]): ScalarType<T> {
  return oneWord(words, { ignoreCase: true });
}
