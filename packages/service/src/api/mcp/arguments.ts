/** The arguments of an assistant's tool, declared by the same parameters as the operation that the tool runs. */
import { ApiError, invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import { isObject, type Schema } from '../../../../core/src/domain/values.ts';
import type { Shape } from '../params.ts';
import type { Query } from '../query.ts';

/** Returns the JSON Schema of the arguments. */
export function schemaOf(shape: Shape): Schema {
  const all = Object.entries(shape);
  const properties = all.map(([name, { schema, doc }]) => [name, { ...plain(schema), description: doc }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: all.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  };
}

/** JSON drops the symbols that TypeBox adds. */
function plain(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}

/** Refuses arguments that aren't an object, or whose names aren't declared. */
export function checkArguments(shape: Shape, given: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(given)) throw invalidParameter('arguments: an object is expected');
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name));
  if (unknown === undefined) return given;
  const known = Object.keys(shape).join(', ');
  throw invalidParameter(`${quote(unknown)} is no argument of this tool; it has ${known}`);
}

/** Writes values as an address would have them. Throws for values that no address can have. */
export function queryOf(given: object): Query {
  return new Map(Object.entries(given).map(([name, value]) => [name, valuesOf(name, value)]));
}

function valuesOf(name: string, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((each) => textOf(name, each));
  return [textOf(name, value)];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ApiError('parameter_invalid', `${name}: a text, a number, true, false or a list of them is expected`);
}
