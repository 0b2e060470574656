// Writes docs/bundle.schema.json from the declarations of the objects of a bundle.
import { isObject, type Schema } from '../../packages/core/src/domain/values.ts';
import * as objects from '../../packages/service/src/transfer/bundle/objects.ts';
import type { DocumentKey } from '../../packages/service/src/transfer/bundle/read-document.ts';
import { KEY_MEANINGS } from './bundle-meanings.ts';

const OBJECTS = {
  node_types: objects.nodeType,
  asset_types: objects.assetType,
  info_fields: objects.infoField,
  relation_types: objects.relationType,
  download_formats: objects.downloadFormat,
  groups: objects.group,
  users: objects.user,
  nodes: objects.node,
  assets: objects.asset,
  reviews: objects.review,
} as const;

type ObjectKey = keyof typeof OBJECTS;

/** The JSON Schema of the objects in an array of a bundle, with what each key means. */
function objectSchema(list: ObjectKey): Schema {
  const meanings = new Map(Object.entries(KEY_MEANINGS[list]));
  const schema = withMeanings(OBJECTS[list].schema, '', meanings);
  if (meanings.size > 0) throw new Error(`${list} have no ${[...meanings.keys()].join(', ')}`);
  return schema;
}

/** Describes the keys of an object, of objects in lists and of objects that may be null, and removes them from `meanings`. */
function withMeanings(schema: Schema, prefix: string, meanings: Map<string, string>): Schema {
  const { items, anyOf, properties, additionalProperties } = schema;
  if (isObject(items)) return { ...schema, items: withMeanings(items, prefix, meanings) };
  if (Array.isArray(anyOf)) {
    return { ...schema, anyOf: anyOf.map((each: Schema) => withMeanings(each, prefix, meanings)) };
  }
  if (!isObject(properties) || additionalProperties !== false) return schema;
  const described = Object.entries(properties).map(([key, value]) => {
    const path = prefix + key;
    const description = meanings.get(path);
    if (description === undefined) throw new Error(`nothing says what ${path} means`);
    meanings.delete(path);
    return [key, { ...withMeanings(value as Schema, `${path}.`, meanings), description }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

const listOf = (items: Schema): Schema => ({ type: 'array', items });

function keys(): Readonly<Record<DocumentKey, Schema>> {
  return {
    languages: { ...objects.languages.schema, minItems: 1 },
    default_language: objects.defaultLanguage.schema,
    node_types: listOf(objectSchema('node_types')),
    asset_types: listOf(objectSchema('asset_types')),
    info_fields: listOf(objectSchema('info_fields')),
    relation_types: listOf(objectSchema('relation_types')),
    download_formats: listOf(objectSchema('download_formats')),
    groups: listOf(objectSchema('groups')),
    users: listOf(objectSchema('users')),
    nodes: listOf({ $ref: '#/$defs/node' }),
    assets: listOf({ $ref: '#/$defs/asset' }),
    reviews: listOf(objectSchema('reviews')),
  };
}

/**
 * The schema by which editors complete and check `catalogue.json`. Its definitions `node` and `asset` are those of a line of
 * `nodes.jsonl` and `assets.jsonl`.
 */
export function bundleSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bundle of the Asset Browsing Service',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...keys() },
    additionalProperties: false,
    $defs: { node: objectSchema('nodes'), asset: objectSchema('assets') },
  };
}
