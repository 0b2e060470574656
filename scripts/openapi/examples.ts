/** Examples in OpenAPI documents: values of parameters, and answers. */
import { boolean, isObject, parseText, type Schema, splitList } from '../../packages/core/src/domain/values.ts';

interface FailureExample {
  readonly status: number;
  readonly data: unknown;
  readonly message: string;
  readonly code: string;
}

export interface OperationExample {
  /** Values of parameters as they are written in a query, by name. */
  readonly given: ReadonlyMap<string, string>;
  /** A whole answer; absent if the operation answers with a file. */
  readonly envelope?: unknown;
  /** Envelopes of failures without `version`, one for each code. */
  readonly failures: readonly FailureExample[];
}

/** Returns the value that a text stands for as JSON of this schema; undefined if the schema has no such value. */
export function exampleValue(text: string, schema: Schema): unknown {
  const { type, items, anyOf } = schema;
  if (type === 'array' && isObject(items)) {
    const values = splitList(text).map((item) => exampleValue(item, items));
    return values.includes(undefined) ? undefined : values;
  }
  if (Array.isArray(anyOf)) return anyOf.map((each) => exampleValue(text, each)).find((value) => value !== undefined);
  if (type === 'boolean') return parseText(boolean, text);
  if (type === 'integer' || type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  const words = schema['enum'];
  return Array.isArray(words) ? words.find((word) => String(word).toLowerCase() === text.toLowerCase()) : text;
}
