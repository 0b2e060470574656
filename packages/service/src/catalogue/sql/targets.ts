import type { AssetRecord, CatalogueNode, FieldValues } from '../../../../core/src/domain/model.ts';
import type { DefinitionKind } from '../catalogue.ts';

/**
 * The different objects that a transaction's writes refer to. They are far fewer than the references, so asking whether
 * all of them exist costs one short query, however much was written.
 */
export interface ReferenceTargets {
  ofNode(node: CatalogueNode): void;
  ofAsset(asset: AssetRecord): void;
  ofReview(review: { readonly asset: number; readonly user: number }): void;
  /** Nodes and assets that should exist. */
  readonly nodes: ReadonlySet<number>;
  readonly assets: ReadonlySet<number>;
  /** Definitions that should exist. */
  definitions(): readonly { readonly kind: DefinitionKind; readonly id: number }[];
}

export function openReferenceTargets(): ReferenceTargets {
  const nodes = new Set<number>();
  const assets = new Set<number>();
  const definitions = new Map<DefinitionKind, Set<number>>();
  const define = (kind: DefinitionKind, id: number | undefined): void => {
    if (id !== undefined) definitions.getOrInsertComputed(kind, () => new Set()).add(id);
  };
  // A list of numbers is a list of nodes, whatever the field.
  const ofFields = (fields: FieldValues): void => {
    for (const value of fields.values()) if (Array.isArray(value)) for (const node of value) nodes.add(node);
  };
  return {
    ofNode: ({ type, fields, access }) => {
      define('node_type', type);
      ofFields(fields);
      for (const { group, download } of access ?? []) {
        define('group', group);
        if (download !== '*') for (const format of download) define('download_format', format);
      }
    },
    ofAsset: ({ type, uploadedBy, nodes: assigned, fields, relations }) => {
      define('asset_type', type);
      define('user', uploadedBy);
      for (const node of assigned) nodes.add(node);
      ofFields(fields);
      for (const { type: relation, to } of relations) {
        define('relation_type', relation);
        assets.add(to);
      }
    },
    ofReview: ({ asset, user }) => {
      assets.add(asset);
      define('user', user);
    },
    nodes,
    assets,
    definitions: () => [...definitions].flatMap(([kind, ids]) => [...ids].map((id) => ({ kind, id }))),
  };
}
