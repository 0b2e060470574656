/** Everything in a catalogue, in the order in which it is copied and compared. */

import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { DefinitionKind, Entities, EntityKind } from '../../catalogue/catalogue.ts';
import type { Records } from '../../catalogue/records.ts';
import type { KeptText } from '../../catalogue/texts.ts';
import type { Pin } from '../../pins/store/pin.ts';
import type { Review } from '../../reviews/store/review.ts';

/** Some objects of one kind, in ascending order of ID; reviews by asset, PINs by code, texts by file. */
export type Batch =
  | { readonly [K in EntityKind]: { readonly kind: K; readonly objects: readonly Entities[K][] } }[EntityKind]
  | { readonly kind: 'review'; readonly objects: readonly Review[] }
  | { readonly kind: 'text'; readonly objects: readonly KeptText[] }
  | { readonly kind: 'pin'; readonly objects: readonly Pin[] };

const DEFINITIONS: {
  readonly [K in DefinitionKind]: (model: CatalogueModel) => ReadonlyMap<number, Entities[K]>;
} = {
  node_type: ({ nodeTypes }) => nodeTypes,
  asset_type: ({ assetTypes }) => assetTypes,
  info_field: ({ infoFields }) => infoFields,
  relation_type: ({ relationTypes }) => relationTypes,
  download_format: ({ downloadFormats }) => downloadFormats,
  group: ({ groups }) => groups,
  user: ({ users }) => users,
};

/** Number of nodes in a batch. */
const NODES_AT_ONCE = 1000;

/** Yields everything once. The records can't be read again. */
export async function* batchesOf(records: Records): AsyncGenerator<Batch> {
  const { model } = records;
  for (const [kind, of] of Object.entries(DEFINITIONS)) {
    yield { kind, objects: [...of(model).values()] } as Batch;
  }
  const nodes = [...model.trees.nodes()].sort((a, b) => a.id - b.id);
  for (let at = 0; at < nodes.length; at += NODES_AT_ONCE) {
    yield { kind: 'node', objects: nodes.slice(at, at + NODES_AT_ONCE) };
  }
  for await (const objects of records.assets()) yield { kind: 'asset', objects };
  for await (const objects of records.reviews()) yield { kind: 'review', objects };
  for await (const objects of records.texts()) yield { kind: 'text', objects };
  for await (const objects of records.pins()) yield { kind: 'pin', objects };
}
