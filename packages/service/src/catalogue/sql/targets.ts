import type { AssetRecord, CatalogueNode, FieldValues } from '../../../../core/src/domain/model.ts';
import type { DefinitionKind } from '../catalogue.ts';

/**
 * The different objects that a transaction's writes refer to. They are far fewer than the references, so asking whether
 * all of them exist costs one short query, however much was written.
 */
export class ReferenceTargets {
  readonly nodes = new Set<number>();
  readonly assets = new Set<number>();
  readonly #definitions = new Map<DefinitionKind, Set<number>>();

  ofNode({ type, fields, access }: CatalogueNode): void {
    this.#define('node_type', type);
    this.#ofFields(fields);
    for (const { group, download } of access ?? []) {
      this.#define('group', group);
      if (download !== '*') for (const format of download) this.#define('download_format', format);
    }
  }

  ofAsset({ type, uploadedBy, nodes, fields, relations }: AssetRecord): void {
    this.#define('asset_type', type);
    this.#define('user', uploadedBy);
    for (const node of nodes) this.nodes.add(node);
    this.#ofFields(fields);
    for (const { type: relation, to } of relations) {
      this.#define('relation_type', relation);
      this.assets.add(to);
    }
  }

  ofReview({ asset, user }: { readonly asset: number; readonly user: number }): void {
    this.assets.add(asset);
    this.#define('user', user);
  }

  definitions(): readonly { readonly kind: DefinitionKind; readonly id: number }[] {
    return [...this.#definitions].flatMap(([kind, ids]) => [...ids].map((id) => ({ kind, id })));
  }

  #define(kind: DefinitionKind, id: number | undefined): void {
    if (id !== undefined) this.#definitions.getOrInsertComputed(kind, () => new Set()).add(id);
  }

  /** A list of numbers is a list of nodes, whatever the field. */
  #ofFields(fields: FieldValues): void {
    for (const value of fields.values()) if (Array.isArray(value)) for (const node of value) this.nodes.add(node);
  }
}
