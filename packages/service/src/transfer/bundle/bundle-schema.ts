import type { Schema } from '../../domain/values.ts';
import * as objects from './objects.ts';
import type { DocumentKey } from './read-document.ts';

const listOf = ({ schema }: { readonly schema: Schema }): Schema => ({ type: 'array', items: schema });

const KEYS: Readonly<Record<DocumentKey, Schema>> = {
  languages: { ...objects.languages.schema, minItems: 1 },
  default_language: objects.defaultLanguage.schema,
  node_types: listOf(objects.nodeType),
  asset_types: listOf(objects.assetType),
  info_fields: listOf(objects.infoField),
  relation_types: listOf(objects.relationType),
  download_formats: listOf(objects.downloadFormat),
  groups: listOf(objects.group),
  users: listOf(objects.user),
  nodes: { type: 'array', items: { $ref: '#/$defs/node' } },
  assets: { type: 'array', items: { $ref: '#/$defs/asset' } },
  reviews: listOf(objects.review),
};

/**
 * Generates docs/bundle.schema.json, by which editors complete and check `catalogue.json`. Its definitions `node` and `asset`
 * are those of a line of `nodes.jsonl` and `assets.jsonl`.
 */
export function bundleSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bundle of the Asset Browsing Service',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...KEYS },
    additionalProperties: false,
    $defs: { node: objects.node.schema, asset: objects.asset.schema },
  };
}
