/** Codecs for single values of query parameters. Decisions 2 has the parsing rules. */

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** Parses and describes one value of a parameter. */
export interface Codec<T> {
  readonly schema: Schema;
  /** Completes the sentence `depth: "x" is not …`. */
  readonly expected: string;
  /** Returns undefined for invalid text. */
  read(text: string): T | undefined;
}

/** Accepts decimal integers within JavaScript's safe range. */
export const INTEGER: Codec<number> = {
  schema: { type: 'integer' },
  expected: 'an integer',
  read: (text) => {
    if (!/^-?\d+$/.test(text)) return undefined;
    const value = Number(text);
    return Number.isSafeInteger(value) ? value + 0 : undefined;
  },
};

/** Accepts finite decimal numbers, with an optional fraction and exponent. */
export const NUMBER: Codec<number> = {
  schema: { type: 'number' },
  expected: 'a number',
  read: (text) => {
    const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? value : undefined;
  },
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Accepts `true`, `false`, `1` and `0`, case-insensitive. */
export const BOOLEAN: Codec<boolean> = {
  schema: { type: 'boolean' },
  expected: 'a boolean (true, false, 1 or 0)',
  read: (text) => BOOLEANS.get(text.toLowerCase()),
};

/** Accepts any text. */
export const TEXT: Codec<string> = { schema: { type: 'string' }, expected: 'a text', read: (text) => text };

/** Returns a codec for integers that rejects values out of bounds (decisions 4: below 1 is an error). */
export function integerBetween(least: number, most: number = Number.MAX_SAFE_INTEGER): Codec<number> {
  const words =
    most === Number.MAX_SAFE_INTEGER ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
  return {
    schema: { type: 'integer', minimum: least, ...(most === Number.MAX_SAFE_INTEGER ? {} : { maximum: most }) },
    expected: words,
    read: (text) => {
      const value = INTEGER.read(text);
      return value !== undefined && value >= least && value <= most ? value : undefined;
    },
  };
}

/**
 * Returns a codec for integers of at least `least`. Values above `most` count as `most` (decisions 6: `top`, `days`,
 * `limit` of suggest).
 */
export function integerUpTo(least: number, most: number): Codec<number> {
  const floor = integerBetween(least);
  return {
    ...floor,
    read: (text) => {
      const value = floor.read(text);
      return value === undefined ? undefined : Math.min(value, most);
    },
  };
}

/** Returns a codec for numbers that rejects values out of bounds. */
export function numberBetween(least: number, most: number): Codec<number> {
  return {
    schema: { type: 'number', minimum: least, maximum: most },
    expected: `a number from ${least} to ${most}`,
    read: (text) => {
      const value = NUMBER.read(text);
      return value !== undefined && value >= least && value <= most ? value : undefined;
    },
  };
}

/** Returns a codec for a fixed list of words, case-insensitive (decisions 2). */
export function oneOf<const T extends string>(...words: readonly T[]): Codec<T> {
  const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]));
  return {
    schema: { type: 'string', enum: words },
    expected: `one of ${words.join(', ')}`,
    read: (text) => byLowerCase.get(text.toLowerCase()),
  };
}

/**
 * Accepts only `true`, for parameters that select an operation (decisions 2: `about=false` and the like are errors).
 */
export const TRUE: Codec<true> = {
  schema: { type: 'boolean', const: true },
  expected: 'true',
  read: (text) => (BOOLEANS.get(text.toLowerCase()) === true ? true : undefined),
};
