/**
 * Types of values that come from outside: query parameters, settings and bundles. A type determines which values are
 * accepted, and how errors and the description of the interface say so.
 */

/** A JSON Schema (2020-12), or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** One step of a path into an object: a key, or an array index. */
export type Step = string | number;

/** The position of a value while it is read, and the receiver of errors. */
export interface ValueReader {
  /** Path of the value that is read. Types of lists and objects push and pop the steps to their members. */
  readonly path: Step[];
  /** Reports that the value at the path isn't the expected one. */
  wrong(value: unknown, expected: string): undefined;
}

/** A type of values. `R` is what reading a value needs to know besides the value. */
export interface ValueType<T, R extends ValueReader = ValueReader> {
  /** What is accepted; completes the sentence `"x" is not …`. */
  readonly expected: string;
  /** Accepts every JSON value that `read` does, but not only those: a schema can't check the content of most texts. */
  readonly schema: Schema;
  /** Returns the value of parsed JSON, or reports an error and returns undefined. */
  read(value: unknown, reader: R): T | undefined;
  /** Returns the JSON value that a text stands for, or the text itself. Absent: always the text itself. */
  fromText?(text: string): unknown;
  /** Returns the value as JSON. Absent: the value is JSON itself. */
  write?(value: T): unknown;
}

const SILENT: ValueReader = { path: [], wrong: () => undefined };

/** Returns the value that a text stands for, or undefined if the text is invalid. */
export function parseText<T>(type: ValueType<T>, text: string): T | undefined {
  return type.read(type.fromText ? type.fromText(text) : text, SILENT);
}

/** True for a JSON object, but not for an array or `null`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that `parse` accepts; `parse` returns `undefined` for any other text. */
export function textOf<T, R extends ValueReader = ValueReader>(
  expected: string,
  parse: (text: string, reader: R) => T | undefined,
): ValueType<T, R> {
  return {
    expected,
    schema: { type: 'string' },
    read: (value, reader) =>
      (typeof value === 'string' ? parse(value, reader) : undefined) ?? reader.wrong(value, expected),
  };
}

/** An integer within inclusive bounds and JavaScript's safe range. As text, only decimal digits are accepted. */
export function integer(
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  expected = `an integer${range(min, max)}`,
): ValueType<number> {
  return {
    expected,
    schema: { type: 'integer', ...bounds(min, max) },
    fromText: (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : text),
    read: (value, reader) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
        ? value
        : reader.wrong(value, expected),
  };
}

/** A finite number within inclusive bounds. As text, it may have a fraction and an exponent. */
export function number(min = -Infinity, max = Infinity): ValueType<number> {
  const expected = `a number${range(min, max)}`;
  return {
    expected,
    schema: { type: 'number', ...bounds(min, max) },
    fromText: (text) => (/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : text),
    read: (value, reader) =>
      typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
        ? value
        : reader.wrong(value, expected),
  };
}

function range(min: number, max: number): string {
  if (max < Number.MAX_SAFE_INTEGER) return ` from ${min} to ${max}`;
  return min > Number.MIN_SAFE_INTEGER ? ` of at least ${min}` : '';
}

function bounds(min: number, max: number): Schema {
  return {
    ...(Number.isFinite(min) ? { minimum: min } : {}),
    ...(Number.isFinite(max) ? { maximum: max } : {}),
  };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** `true` or `false`. As text, also `1` and `0`, in upper or lower case. */
export const boolean: ValueType<boolean> = {
  expected: 'true or false',
  schema: { type: 'boolean' },
  fromText: (text) => BOOLEANS.get(text.toLowerCase()) ?? text,
  read: (value, reader) => (typeof value === 'boolean' ? value : reader.wrong(value, boolean.expected)),
};

export function oneOf<const W extends string>(
  words: readonly W[],
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): ValueType<W> {
  const spelling = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const bySpelling = new Map(words.map((word) => [spelling(word), word]));
  return {
    ...textOf(`one of ${words.join(', ')}`, (text) => bySpelling.get(spelling(text))),
    schema: { type: 'string', enum: words },
  };
}

/** The items of a text that lists them with commas, without the spaces around them and without empty ones. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A list of at most `most` values of a type. As text, the values are separated by commas. */
export function list<T, R extends ValueReader>(
  type: ValueType<T, R>,
  { expected = 'an array', most = Number.POSITIVE_INFINITY } = {},
): ValueType<readonly T[], R> {
  return {
    expected,
    schema: { type: 'array', items: type.schema, ...(Number.isFinite(most) && { maxItems: most }) },
    fromText: (text) => splitList(text).map((item) => (type.fromText ? type.fromText(item) : item)),
    read(value, reader) {
      if (!Array.isArray(value) || value.length > most) return reader.wrong(value, expected);
      const items: T[] = [];
      const { path } = reader;
      for (let index = 0; index < value.length; index += 1) {
        path.push(index);
        const item = type.read(value[index], reader);
        if (item !== undefined) items.push(item);
        path.pop();
      }
      return items;
    },
    ...(type.write && { write: (items: readonly T[]) => items.map((item) => toJson(type, item)) }),
  };
}

export function toJson<T, R extends ValueReader>(type: ValueType<T, R>, value: T): unknown {
  return type.write ? type.write(value) : value;
}

/** The given type, or `null`, which is also written `null` as text. */
export function orNull<T, R extends ValueReader>(type: ValueType<T, R>): ValueType<T | null, R> {
  return {
    expected: `${type.expected}, or null`,
    schema: { anyOf: [type.schema, { type: 'null' }] },
    fromText: (text) => (text === 'null' ? null : type.fromText ? type.fromText(text) : text),
    read: (value, reader) => (value === null ? null : type.read(value, reader)),
    ...(type.write && { write: (value: T | null) => (value === null ? null : toJson(type, value)) }),
  };
}
