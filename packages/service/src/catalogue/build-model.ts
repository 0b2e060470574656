import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { buildNodeTrees } from '../../../core/src/domain/node-trees.ts';
import type { DefinitionKind, Entities } from './catalogue.ts';
import { type Cells, readNode } from './rows.ts';

/** The rows of a model: its state, and what the tables of definitions and nodes hold. */
export interface ModelRows {
  readonly revision: number;
  /** JSON array. */
  readonly languages: string;
  readonly defaultLanguage: string;
  /** JSON documents of a kind, with their IDs, in ascending order of ID. */
  readonly documents: (kind: DefinitionKind) => Iterable<readonly [id: number, document: string]>;
  /** Rows of NODE_COLUMNS in ascending order of ID. */
  readonly nodes: readonly Cells[];
}

export function buildModel({ revision, languages, defaultLanguage, documents, nodes }: ModelRows): CatalogueModel {
  const definitions = <K extends DefinitionKind>(kind: K): ReadonlyMap<number, Entities[K]> =>
    new Map(Array.from(documents(kind), ([id, document]) => [id, JSON.parse(document) as Entities[K]]));
  const spoken = { languages: JSON.parse(languages) as string[], defaultLanguage };
  return {
    revision,
    ...spoken,
    nodeTypes: definitions('node_type'),
    assetTypes: definitions('asset_type'),
    infoFields: definitions('info_field'),
    relationTypes: definitions('relation_type'),
    downloadFormats: definitions('download_format'),
    groups: definitions('group'),
    users: definitions('user'),
    trees: buildNodeTrees(nodes.map(readNode), spoken),
  };
}
