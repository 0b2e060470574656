import type { AssetType, CatalogueNode, Group, InfoField, NodeType, RelationType, User } from '../../domain/model.ts';
import type { BundleRefused, FaultList } from './faults.ts';
import type { FileInBundle } from './locate-files.ts';
import type { DownloadFormatObject, ReviewObject } from './objects.ts';
import type { Spool } from './spool.ts';

/** A bundle that has been read and found right. What there may be many of, its assets, is read once more for writing. */
export interface Bundle extends Disposable {
  /** Real path of the directory. */
  readonly root: string;
  /** Absent: the store's stay. */
  readonly languages?: readonly string[];
  readonly defaultLanguage?: string;
  readonly nodeTypes: readonly NodeType[];
  readonly assetTypes: readonly AssetType[];
  readonly infoFields: readonly InfoField[];
  readonly relationTypes: readonly RelationType[];
  readonly downloadFormats: readonly DownloadFormatObject[];
  readonly groups: readonly Group[];
  readonly users: readonly User[];
  readonly nodes: readonly CatalogueNode[];
  /** Assets of `catalogue.json`, as parsed JSON. */
  readonly parsedAssets: readonly unknown[];
  /** Assets of `assets.jsonl`, one a line. */
  readonly assetLines: Spool;
  readonly assetIds: ReadonlySet<number>;
  readonly reviews: readonly ReviewObject[];
  /** Fields of the bundle and of the store. */
  readonly field: (id: number) => InfoField | undefined;
  readonly idOfKey: (kind: 'asset_type' | 'relation_type', key: string) => number | undefined;
  /** Every file that is there, by its path in the bundle. */
  readonly files: ReadonlyMap<string, FileInBundle>;
  readonly warnings: readonly string[];
  /** Why the bundle is refused after all, for faults that show when its files are read. */
  refusal(faults: FaultList): Promise<BundleRefused>;
}
