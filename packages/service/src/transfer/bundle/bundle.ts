import type {
  AssetType,
  CatalogueNode,
  Group,
  InfoField,
  NodeType,
  RelationType,
  User,
} from '../../../../core/src/domain/model.ts';
import type { BundleRefused, FaultList } from './faults.ts';
import type { FileInBundle } from './locate-files.ts';
import type { DownloadFormatObject, ReviewObject } from './objects.ts';

/** A bundle that has been read and is valid. Its assets, which may be many, are read again for writing. */
export interface Bundle {
  /** Real path of the directory. */
  readonly root: string;
  /** Absent if the catalogue keeps its languages. */
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
  /** Name of the file of lines with the other assets, if there is one. */
  readonly assetFile: string | undefined;
  readonly assetIds: ReadonlySet<number>;
  readonly reviews: readonly ReviewObject[];
  /** Finds a field of the bundle or of the catalogue. */
  readonly field: (id: number) => InfoField | undefined;
  readonly idOfKey: (kind: 'asset_type' | 'relation_type', key: string) => number | undefined;
  /** All files that the bundle names and contains, by path in the bundle. */
  readonly files: ReadonlyMap<string, FileInBundle>;
  readonly warnings: readonly string[];
  /** Builds the refusal for faults that appear only when the bundle's files are read. */
  refusal(faults: FaultList): BundleRefused;
}
