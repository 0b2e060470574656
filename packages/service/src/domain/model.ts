import type { FileCategory, FileFacts } from './facts.ts';

/** A text that is the same in every language, or one text per language tag (`en`, `de-CH`). */
export type Text = string | Readonly<Record<string, string>>;

/** Times are UTC milliseconds since 1970 everywhere inside the program. */
export type EpochMs = number;

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

export interface InfoField {
  readonly id: number;
  readonly name: Text;
  readonly description: Text;
  readonly type: FieldType;
  readonly isMultiline: boolean;
  readonly isLocalized: boolean;
  readonly onAssets: boolean;
  readonly onNodes: boolean;
  /** Dropdown fields: the items in their order. */
  readonly items: readonly DropdownItem[];
  /** Node reference fields: values lie below this node. */
  readonly rootNode?: number;
  readonly showRoot: boolean;
  /** -1 is unlimited. */
  readonly maxSelections: number;
}

/**
 * One value of an information field, by the field's type: text -> Text; number -> number; date -> `yyyy-MM-dd` or an ISO 8601
 * date-time in UTC (a date without a time is the same day in every time zone); checkbox -> boolean; dropdown -> item ID; node
 * reference -> node IDs.
 */
export type FieldValue = Text | number | boolean | readonly number[];

/** Field ID -> value; fields without a value are left out. */
export type FieldValues = ReadonlyMap<number, FieldValue>;

export interface RelationType {
  readonly id: number;
  readonly key: string;
  readonly name: Text;
  /** A symmetric relation holds in both directions, whichever asset names it. */
  readonly isSymmetric: boolean;
  /** Name of a one-way relation as seen from its other side; without one it is not seen from there. */
  readonly reverseName?: Text;
}

export const CONVERSION_TARGETS = ['jpg', 'png', 'webp', 'tif', 'avif', 'pdf', 'mp4'] as const;
export const CONVERSION_FITS = ['inside', 'cover', 'contain', 'fill', 'outside'] as const;

/** How a download format converts the original. Absent values leave that property as it is. */
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

export interface DownloadFormat {
  readonly id: number;
  readonly name: Text;
  readonly description: Text;
  /** Path relative to the service address. */
  readonly icon: string;
  /** The icon's bytes where a bundle brought them, served at `icon`; absent: the service ships it, or there is none. */
  readonly iconFile?: StoredFile;
  readonly position: number;
  readonly isQuick: boolean;
  readonly isDefault: boolean;
  /** Empty: every category. */
  readonly categories: readonly FileCategory[];
  /** Lower case without the dot; empty: every extension. */
  readonly extensions: readonly string[];
  /** Absent: the original as it is. */
  readonly conversion?: Conversion;
  readonly isResizeable: boolean;
  readonly isEditable: boolean;
  /** Text that the user confirms before the download; absent: none. */
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
  /** Requests without a token act as this user unless the configuration names another. */
  readonly isService: boolean;
}

/** What one group may do below a node. */
export interface AccessRule {
  readonly group: number;
  readonly view: boolean;
  /** Download format IDs, or `*` for all. */
  readonly download: readonly number[] | '*';
}

export interface CatalogueNode {
  readonly id: number;
  readonly type: number;
  /** Absent on root nodes. */
  readonly parent?: number;
  readonly name: Text;
  readonly position: number;
  readonly fields: FieldValues;
  /** Absent: the nearest node upwards decides; an empty list lets nobody in. */
  readonly access?: readonly AccessRule[];
  /** Where a folder import found it. */
  readonly source?: SourcePath;
}

/** Place of an imported folder or file: the folder given to the import, and the path below it with `/`. */
export interface SourcePath {
  readonly root: string;
  readonly path: string;
}

/** Bytes in the binary store. */
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
  readonly date: EpochMs;
  /** Name of the imported file; '' for a record without a file. */
  readonly original: string;
  /** Absent: a record whose file is elsewhere. */
  readonly file?: StoredFile;
  /** Bytes; for a record what it claims, absent where it claims nothing. */
  readonly size?: number;
  readonly facts: FileFacts;
}

export interface Asset {
  readonly id: number;
  /** Asset type ID. */
  readonly type?: number;
  /** Nodes it is assigned to, ascending. */
  readonly nodes: readonly number[];
  readonly fields: FieldValues;
  readonly uploaded: EpochMs;
  readonly modified: EpochMs;
  readonly uploadedBy?: number;
  readonly validUntil?: EpochMs;
  readonly active: Version;
}

/** What a short list shows of an asset: the name and number of its active version, and the category of its file. */
export interface AssetOutline {
  readonly id: number;
  readonly category: FileCategory;
  readonly name: string;
  readonly version: number;
}

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

export interface DownloadCount {
  /** `yyyy-MM-dd` in UTC. */
  readonly date: string;
  readonly count: number;
}

/** Everything the catalogue keeps of one asset; the unit of import and export. */
export interface AssetRecord extends Asset {
  /** Older versions, ascending; `active` is not among them. */
  readonly olderVersions: readonly Version[];
  /** As this asset names them. */
  readonly relations: readonly Relation[];
  readonly publicUrls: readonly PublicUrl[];
  readonly downloads: readonly DownloadCount[];
  readonly source?: AssetSource;
}

/** Where a folder import found an asset and how its file and sidecar looked then, so that an unchanged one costs no reading. */
export interface AssetSource extends SourcePath {
  /** Opaque to the catalogue. */
  readonly stamp: string;
}
