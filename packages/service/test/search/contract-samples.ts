import { FILE_CATEGORIES, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import type {
  AssetRecord,
  AssetType,
  CatalogueNode,
  FieldValue,
  Group,
  InfoField,
  NodeType,
  User,
} from '../../../core/src/domain/model.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { fieldOf } from '../support/records.ts';

/** A small catalogue with every case that sorting, counting and permissions depend on. */
export interface Sample {
  readonly nodes: readonly CatalogueNode[];
  readonly assets: readonly AssetRecord[];
}

export const FOLDER = 101;
export const KEYWORD = 103;
export const FIELDS = { text: 1, number: 2, date: 3, reference: 4, checkbox: 5, dropdown: 6 } as const;
export const GROUPS = [1, 2] as const;

const NODE_TYPES: readonly NodeType[] = [
  { id: FOLDER, key: 'folder', name: 'Folders', isPermissionDefining: true },
  { id: KEYWORD, key: 'keyword', name: 'Keywords', isPermissionDefining: false },
];
const ASSET_TYPES: readonly AssetType[] = [
  { id: 1, key: 'photo', name: { en: 'Photo', de: 'Bild' } },
  { id: 2, key: 'negative', name: { en: 'Negative' } },
  { id: 3, key: 'map', name: { en: 'Map', de: 'Karte' } },
];
const USERS: readonly User[] = [
  { id: 1, name: 'Zoë', groups: [1], isService: false },
  { id: 2, name: 'anna', groups: [1, 2], isService: false },
];
const GROUP_LIST: readonly Group[] = GROUPS.map((id) => ({ id, name: `Group ${id}` }));
const INFO_FIELDS: readonly InfoField[] = [
  fieldOf(FIELDS.text, 'text', { isLocalized: true }),
  fieldOf(FIELDS.number, 'number'),
  fieldOf(FIELDS.date, 'date'),
  fieldOf(FIELDS.reference, 'node_reference'),
  fieldOf(FIELDS.checkbox, 'checkbox'),
  fieldOf(FIELDS.dropdown, 'dropdown', {
    items: [
      { id: 1, name: { en: 'low', de: 'niedrig' } },
      { id: 2, name: { en: 'high', de: 'hoch' } },
      { id: 3, name: 'medium' },
    ],
  }),
];

/** Puts the definitions that every sample shares, then its nodes and assets. */
export async function load(writer: CatalogueWriter, { nodes, assets }: Sample): Promise<void> {
  await writer.change(async (changes) => {
    await changes.putLanguages(['en', 'de'], 'en');
    for (const type of NODE_TYPES) await changes.put('node_type', type);
    for (const type of ASSET_TYPES) await changes.put('asset_type', type);
    for (const field of INFO_FIELDS) await changes.put('info_field', field);
    for (const group of GROUP_LIST) await changes.put('group', group);
    for (const user of USERS) await changes.put('user', user);
    for (const node of nodes) await changes.put('node', node);
    for (const asset of assets) await changes.put('asset', asset);
  });
}

export function nodeOf(id: number, more: Partial<CatalogueNode> = {}): CatalogueNode {
  return { id, type: KEYWORD, name: `node ${id}`, position: 0, fields: new Map(), ...more };
}

export interface AssetProperties {
  readonly nodes?: readonly number[];
  readonly fields?: ReadonlyMap<number, FieldValue>;
  readonly type?: number | undefined;
  readonly uploadedBy?: number | undefined;
  readonly uploaded?: number;
  readonly modified?: number;
  readonly name?: string;
  readonly extension?: string;
  /** Name of the imported file; absent: a record without a file. */
  readonly original?: string | undefined;
  /** Absent: 0 for a file, unknown for a record. */
  readonly size?: number | undefined;
}

export function assetOf(id: number, properties: AssetProperties = {}): AssetRecord {
  const modified = properties.modified ?? 0;
  const file =
    properties.original === undefined ? {} : { file: { sha256: 'a'.repeat(64), size: properties.size ?? 0, crc32: 0 } };
  return {
    id,
    nodes: [...(properties.nodes ?? [])].sort((a, b) => a - b),
    fields: properties.fields ?? new Map(),
    uploaded: properties.uploaded ?? 0,
    modified,
    ...(properties.type === undefined ? {} : { type: properties.type }),
    ...(properties.uploadedBy === undefined ? {} : { uploadedBy: properties.uploadedBy }),
    active: {
      version: 1,
      name: properties.name ?? `asset ${id}`,
      date: modified,
      original: properties.original ?? '',
      ...file,
      ...(properties.original === undefined && properties.size === undefined ? {} : { size: properties.size ?? 0 }),
      properties: { ...NO_FILE_PROPERTIES, category: FILE_CATEGORIES.image, extension: properties.extension ?? '' },
    },
    olderVersions: [],
    relations: [],
    publicUrls: [],
    downloads: [],
  };
}
