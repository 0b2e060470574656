import type { AssetType, DownloadFormat, Group, InfoField, NodeType, RelationType, User } from './model.ts';
import type { NodeTrees } from './node-trees.ts';

/** The small, frequently used part of a catalogue at one revision, kept in memory. Maps are ordered by ID. */
export interface CatalogueModel {
  readonly revision: number;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly nodeTypes: ReadonlyMap<number, NodeType>;
  readonly assetTypes: ReadonlyMap<number, AssetType>;
  readonly infoFields: ReadonlyMap<number, InfoField>;
  readonly relationTypes: ReadonlyMap<number, RelationType>;
  readonly downloadFormats: ReadonlyMap<number, DownloadFormat>;
  readonly groups: ReadonlyMap<number, Group>;
  readonly users: ReadonlyMap<number, User>;
  readonly trees: NodeTrees;
}
