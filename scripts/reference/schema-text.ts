// Says in words what a JSON Schema accepts.
import type { Schema } from '../../packages/core/src/domain/values.ts';

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a list of plain values has. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['integer', 'integers'],
  ['number', 'numbers'],
  ['text', 'texts'],
  ['object', 'objects'],
]);

/** What a value is, such as `list of [Asset](entries.md#asset)`, or `integers` of a list of them. */
export function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf } = schema;
  const { enum: choices, const: only } = schema;
  if (typeof $ref === 'string') return linked($ref);
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (Array.isArray(choices)) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return isSchema(items) ? listOf(typeOf(items)) : 'list';
  if (type === 'object') return mapOf(schema);
  if (type === 'integer' || type === 'number') return `${type}${boundsOf(schema)}`;
  if (type === 'string') return 'text';
  return typeof type === 'string' ? type : 'any value';
}

function listOf(type: string): string {
  const isList = [...PLURALS.values()].includes(type);
  return PLURALS.get(type) ?? `${isList ? 'lists' : 'list'} of ${type}`;
}

/** Text in one line. */
export function shown(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function linked(reference: string): string {
  const name = reference.split('/').at(-1) ?? reference;
  return `[${name}](entries.md#${name.toLowerCase()})`;
}

function mapOf({ additionalProperties, patternProperties }: Schema): string {
  const values = isSchema(additionalProperties) ? additionalProperties : firstOf(patternProperties);
  return values === undefined ? 'object' : `map to ${typeOf(values)}`;
}

function firstOf(patterns: unknown): Schema | undefined {
  return isSchema(patterns) ? (Object.values(patterns)[0] as Schema | undefined) : undefined;
}

function boundsOf(schema: Schema): string {
  const [minimum, maximum] = [schema['minimum'], schema['maximum']].map((bound) =>
    Number.isSafeInteger(bound) && Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum}`;
}
