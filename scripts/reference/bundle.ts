// The keys in docs/reference/bundle.md, from the JSON Schema of bundles.
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { text } from '../../packages/service/src/transfer/bundle/value-types.ts';
import { isSchema, shown, typeOf } from './schema-text.ts';

/** Values of which a page says once that missing keys have them. */
const EMPTY: ReadonlySet<string> = new Set(['""', '[]', '{}', 'false']);

/** A section for each array of `catalogue.json`, with the keys of its objects. */
export function bundleKeys(bundle: Schema): string {
  const { node, asset } = bundle['$defs'] as Readonly<Record<string, Schema>>;
  const lists = Object.entries(bundle['properties'] as Readonly<Record<string, Schema>>).flatMap(([key, { items }]) => {
    const object = key === 'nodes' ? node : key === 'assets' ? asset : items;
    const title = `${key.charAt(0).toUpperCase()}${key.slice(1).replace(/^nfo_/, 'nformation_').replace('_', ' ')}`;
    return isSchema(object) && object['type'] === 'object' ? [`## ${title}\n\n${rowsOf(object, '').join('\n')}`] : [];
  });
  return lists.join('\n\n');
}

/** One row for each key, and below it those of the objects that it holds. */
function rowsOf({ properties, required = [] }: Schema, prefix: string): readonly string[] {
  return Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([key, schema]) => {
    const mark = (required as readonly string[]).includes(key) ? '*' : '';
    const standard = JSON.stringify(schema['default']) ?? '""';
    const byDefault = EMPTY.has(standard) ? '' : `, default \`${standard}\``;
    const accepted = acceptedBy(schema).replaceAll('list of integer from 1', 'list of IDs');
    // The page says of IDs and of strings once what they are.
    const isPlain =
      accepted === 'string' || (accepted === 'integer from 1' && /\bID\b/.test(String(schema['description'])));
    const kind = `${isPlain ? '' : accepted}${byDefault}`.replace(/^, /, '');
    const row = `- \`${prefix}${key}\`${mark}${kind === '' ? '' : ` (${kind})`}: ${schema['description']}`;
    const inner = objectIn(schema);
    return [shown(row), ...(inner ? rowsOf(inner, `${prefix}${key}.`) : [])];
  });
}

/** The object that a key holds itself, in a list, or if it is not null. */
function objectIn(schema: Schema): Schema | undefined {
  const { items, anyOf, properties } = schema;
  if (isSchema(properties)) return schema;
  const parts: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [items];
  return parts.filter(isSchema).find((part) => isSchema(part['properties']));
}

function acceptedBy({ description: _, default: __, ...schema }: Schema): string {
  if (isDeepStrictEqual(schema, text.schema)) return '**text**';
  const { type, items, anyOf, additionalProperties, properties } = schema;
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return typeOf(schema);
  if (Array.isArray(anyOf)) return anyOf.map(acceptedBy).join(' or ');
  if (type === 'array' && isSchema(items))
    return isSchema(items['properties']) ? 'list of objects' : `list of ${acceptedBy(items)}`;
  if (type === 'object' && isSchema(properties)) return 'object';
  if (type === 'object' && isSchema(additionalProperties)) return `map to ${acceptedBy(additionalProperties)}`;
  return type === 'string' ? 'string' : typeOf(schema);
}
