/** The objects of a catalogue: types, fields, nodes, assets, versions, rules, users. */
import type { FileCategory, FileProperties } from './file-properties.ts';

/** A text that is the same in every language, or one text per language tag (`en`, `de-CH`). */
export type Text = string | Readonly<Record<string, string>>;

/** Times are UTC milliseconds since 1970 everywhere inside the program. */
export type EpochMs = number;

/**
 * A time as it was stated (interface decisions 2): an instant, or, in ISO 8601 without an offset, local time or a day. The
 * last two are as written in every time zone.
 */
export type StatedTime = EpochMs | string;

export interface NodeType {
  readonly id: number;
  readonly key: string;
  readonly name: Text;
  /** Only nodes of permission-defining types decide who may view and download an asset (catalogue: access). */
  readonly isPermissionDefining: boolean;
}

export interface AssetType {
  readonly id: number;
  readonly key: string;
  readonly name: Text;
}

export const FIELD_TYPES = ['text', 'number', 'date', 'node_reference', 'checkbox', 'dropdown'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface DropdownItem {
  readonly id: number;
  readonly name: Text;
}

/** An information field of assets, nodes or both. */
export interface InfoField {
  readonly id: number;
  readonly name: Text;
  readonly description: Text;
  readonly type: FieldType;
  readonly isMultiline: boolean;
  readonly isLocalized: boolean;
  readonly onAssets: boolean;
  readonly onNodes: boolean;
  /** Only for dropdown fields: the items, in display order. */
  readonly items: readonly DropdownItem[];
  /** Only for node reference fields: all referenced nodes lie below this node. */
  readonly rootNode?: number;
  readonly showRoot: boolean;
  /** -1 means unlimited. */
  readonly maxSelections: number;
}

/**
 * One value of an information field. The type of the field determines its form: text -> Text; number -> number; date ->
 * `yyyy-MM-dd`, which is the same day in every time zone, an ISO 8601 date-time in UTC, or one without an offset, which is
 * local time; checkbox -> boolean; dropdown -> item ID; node reference -> node IDs.
 */
export type FieldValue = Text | number | boolean | readonly number[];

/** Maps field IDs to values. Fields without a value have no entry. */
export type FieldValues = ReadonlyMap<number, FieldValue>;

/** A kind of relation between assets. */
export interface RelationType {
  readonly id: number;
  readonly key: string;
  readonly name: Text;
  /** True if the relation holds in both directions, whichever of the two assets declares it. */
  readonly isSymmetric: boolean;
  /** Name of a one-way relation as seen from its target. Without it, the target does not show the relation. */
  readonly reverseName?: Text;
}

export const CONVERSION_TARGETS = ['jpg', 'png', 'webp', 'tif', 'avif', 'pdf', 'mp4'] as const;
export const CONVERSION_FITS = ['inside', 'cover', 'contain', 'fill', 'outside'] as const;

/** How a download format converts the original. An absent value leaves that property unchanged. */
export interface Conversion {
  readonly to: (typeof CONVERSION_TARGETS)[number];
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: (typeof CONVERSION_FITS)[number];
  /** 1 to 100. */
  readonly quality?: number;
  readonly dpi?: number;
  readonly color?: 'srgb' | 'cmyk' | 'keep';
  readonly metadata?: 'keep' | 'strip';
  readonly enlarge?: boolean;
}

/** A format in which assets can be downloaded: the original or a conversion of it. */
export interface DownloadFormat {
  readonly id: number;
  readonly name: Text;
  readonly description: Text;
  /** Path relative to the service address. */
  readonly icon: string;
  /** Bytes of an icon from a bundle, served at `icon`. Absent if the service ships it or there is none. */
  readonly iconFile?: StoredFile;
  readonly position: number;
  readonly isQuick: boolean;
  readonly isDefault: boolean;
  /** Empty: the format applies to every category. */
  readonly categories: readonly FileCategory[];
  /** Lower case, without the dot. Empty: the format applies to every extension. */
  readonly extensions: readonly string[];
  /** Absent: the original is delivered unchanged. */
  readonly conversion?: Conversion;
  readonly isResizeable: boolean;
  readonly isEditable: boolean;
  /** Text that the user must confirm before the download. Absent: no confirmation. */
  readonly message?: Text;
}

export interface Group {
  readonly id: number;
  readonly name: Text;
}

export interface User {
  readonly id: number;
  readonly name: string;
  readonly groups: readonly number[];
  /** True if requests without a token act as this user, unless the configuration names another. */
  readonly isService: boolean;
  /** The text by which the sign-in of the operator's provider names this user; absent if nobody signs in as this user. */
  readonly login?: string;
}

/** What the members of one group may do at a node and below it. */
export interface AccessRule {
  readonly group: number;
  readonly view: boolean;
  /** Download format IDs, or `*` for all. */
  readonly download: readonly number[] | '*';
  /** True: for the group, assets here count as valid at any time (extensions E4). */
  readonly anyTime?: boolean;
}

export interface CatalogueNode {
  readonly id: number;
  readonly type: number;
  /** Absent on root nodes. */
  readonly parent?: number;
  readonly name: Text;
  readonly position: number;
  readonly fields: FieldValues;
  /** Absent: the nearest ancestor with access rules decides. An empty list denies access to everybody. */
  readonly access?: readonly AccessRule[];
  /** Where a folder import found the node. */
  readonly source?: SourcePath;
}

/** An imported folder or file: the folder given to the import, and the path below it with `/`. */
interface SourcePath {
  readonly root: string;
  readonly path: string;
}

/** A file in the binary store. */
export interface StoredFile {
  /** Lower-case hex; the key in the binary store. */
  readonly sha256: string;
  readonly size: number;
  /** CRC-32 as an unsigned integer, for ZIP. */
  readonly crc32: number;
}

export interface Version {
  readonly version: number;
  readonly name: string;
  readonly date: StatedTime;
  /** Name of the imported file; '' for a record without a file. */
  readonly original: string;
  /** Absent for a record whose file is stored elsewhere. */
  readonly file?: StoredFile;
  /** In bytes. For a record without a file, the size that the record states; absent if it states none. */
  readonly size?: number;
  readonly properties: FileProperties;
}

/** What is stated of an asset's rights (extensions E4). Texts and lists are never empty. */
export interface Rights {
  readonly creator?: readonly string[];
  readonly credit?: Text;
  readonly copyright?: Text;
  readonly usageTerms?: Text;
  /** An address, an SPDX name, or any text that a file has (`licence.ts`). */
  readonly licence?: string;
  readonly webStatement?: string;
  /** Short name of an IPTC digital source type, such as `trainedAlgorithmicMedia`. */
  readonly sourceType?: string;
  /** PLUS code, such as `DMI-PROHIBITED`. */
  readonly dataMining?: string;
}

/** The point of a picture that a crop keeps: 0 to 1 from the top left of the picture as seen. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

export interface Asset {
  readonly id: number;
  /** Asset type ID. */
  readonly type?: number;
  /** IDs of the nodes that the asset is assigned to, ascending. */
  readonly nodes: readonly number[];
  readonly fields: FieldValues;
  readonly uploaded: StatedTime;
  readonly modified: StatedTime;
  readonly uploadedBy?: number;
  /** First and last time at which it may be used (`validity.ts`). */
  readonly validFrom?: StatedTime;
  readonly validUntil?: StatedTime;
  readonly rights?: Rights;
  readonly focus?: Focus;
  readonly active: Version;
}

/** An asset in a list without extended information: category, name, version, and what its visibility depends on. */
export interface AssetOutline {
  readonly id: number;
  readonly category: FileCategory;
  readonly name: string;
  readonly version: number;
  readonly nodes: readonly number[];
  readonly validFrom?: StatedTime;
  readonly validUntil?: StatedTime;
}

/** A relation to the asset `to`. */
export interface Relation {
  /** Relation type ID. */
  readonly type: number;
  readonly to: number;
}

export interface PublicUrl {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly provider: string;
}

/** The number of downloads of an asset on one day. */
interface DownloadCount {
  /** `yyyy-MM-dd` in UTC. */
  readonly date: string;
  readonly count: number;
}

/** Everything that the catalogue stores for one asset; the unit of import and export. */
export interface AssetRecord extends Asset {
  /** All versions except `active`, ascending. */
  readonly olderVersions: readonly Version[];
  /** Only the relations that this asset declares, not those that other assets declare to it. */
  readonly relations: readonly Relation[];
  readonly publicUrls: readonly PublicUrl[];
  readonly downloads: readonly DownloadCount[];
  readonly source?: AssetSource;
}

/** Where a folder import found an asset. The fingerprint of file and sidecar spares the next import reading them. */
interface AssetSource extends SourcePath {
  /** The fingerprint; opaque to the catalogue. */
  readonly stamp: string;
}
