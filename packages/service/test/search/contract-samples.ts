import fc from 'fast-check';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { FILE_CATEGORIES } from '../../src/domain/file-properties.ts';
import type {
  AccessRule,
  AssetRecord,
  AssetType,
  CatalogueNode,
  FieldValue,
  Group,
  InfoField,
  NodeType,
  Text,
  User,
} from '../../src/domain/model.ts';
import type { Criterion, SortKey } from '../../src/search/search-index.ts';

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
const INFO_FIELDS: readonly InfoField[] = (
  [
    ['text', FIELDS.text],
    ['number', FIELDS.number],
    ['date', FIELDS.date],
    ['node_reference', FIELDS.reference],
    ['checkbox', FIELDS.checkbox],
    ['dropdown', FIELDS.dropdown],
  ] as const
).map(([type, id]) => ({
  id,
  name: type,
  description: '',
  type,
  isMultiline: false,
  isLocalized: type === 'text',
  onAssets: true,
  onNodes: true,
  items:
    type === 'dropdown'
      ? [
          { id: 1, name: { en: 'low', de: 'niedrig' } },
          { id: 2, name: { en: 'high', de: 'hoch' } },
          { id: 3, name: 'medium' },
        ]
      : [],
  showRoot: false,
  maxSelections: -1,
}));

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
      properties: {
        category: FILE_CATEGORIES.image,
        extension: properties.extension ?? '',
        mediaType: 'application/octet-stream',
        width: 0,
        height: 0,
        pages: 0,
        durationSeconds: 0,
        colorSpace: '',
        colorProfile: '',
        dpi: 0,
        bitDepth: 0,
      },
    },
    olderVersions: [],
    relations: [],
    publicUrls: [],
    downloads: [],
  };
}

const NAMES = ['img2', 'img10', 'IMG2', 'img02', 'Äpfel', 'apfel', 'Zebra', 'Ödön von H', "'; DROP TABLE x --", '100%'];
const name = fc.constantFrom(...NAMES);
const text: fc.Arbitrary<Text> = fc.oneof(
  name,
  fc.record({ en: name, de: name }),
  fc.record({ en: name }),
  fc.record({ de: name }),
);
const nodeIds = (ids: readonly number[]) => fc.subarray([...ids], { maxLength: Math.min(4, ids.length) });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const access: fc.Arbitrary<readonly AccessRule[]> = fc
  .subarray([...GROUPS])
  .map((groups) => groups.map((group) => ({ group, view: group === 1, download: '*' as const })));

const nodes = fc
  .array(
    fc.record({
      type: fc.constantFrom(FOLDER, FOLDER, KEYWORD, KEYWORD, KEYWORD),
      parent: fc.nat(),
      name: text,
      access: sometimes(access),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .chain((drawn) =>
    fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: drawn.length, maxLength: drawn.length }).map((ids) =>
      drawn.map(({ type, parent, name, access }, index) => {
        // Any earlier node, or none.
        const above = ids.slice(0, index)[parent % (index + 1)];
        const id = ids[index] ?? 0;
        return nodeOf(id, {
          type,
          name,
          ...(above === undefined ? {} : { parent: above }),
          ...(access === undefined ? {} : { access }),
        });
      }),
    ),
  );

const fieldsOver = (ids: readonly number[]): fc.Arbitrary<ReadonlyMap<number, FieldValue>> =>
  fc
    .record({
      [FIELDS.text]: sometimes<FieldValue>(text),
      [FIELDS.number]: sometimes<FieldValue>(fc.constantFrom(-1.5, 0, 2, 10)),
      [FIELDS.date]: sometimes<FieldValue>(
        fc.constantFrom('2020-02-29', '2020-02-29T00:00:00Z', '2020-02-29T13:00:00.500Z', '1855-01-01', '0099-12-31'),
      ),
      [FIELDS.reference]: sometimes<FieldValue>(nodeIds(ids).filter((chosen) => chosen.length > 0)),
      [FIELDS.checkbox]: sometimes<FieldValue>(fc.boolean()),
      [FIELDS.dropdown]: sometimes<FieldValue>(fc.constantFrom(1, 2, 3)),
    })
    .map((values) => {
      const fields = new Map<number, FieldValue>();
      for (const [field, value] of Object.entries(values)) if (value !== undefined) fields.set(Number(field), value);
      return fields;
    });

/** Catalogues with few distinct values, so that ties, duplicates and absent values are common. */
export const samples: fc.Arbitrary<Sample> = nodes.chain((drawn) => {
  const ids = drawn.map((node) => node.id);
  const day = fc.constantFrom(0, 1_000, 1_600_000_000_000);
  const properties: fc.Arbitrary<AssetProperties> = fc.record({
    nodes: nodeIds(ids),
    fields: fieldsOver(ids),
    type: sometimes(fc.constantFrom(1, 2, 3)),
    uploadedBy: sometimes(fc.constantFrom(1, 2)),
    uploaded: day,
    modified: day,
    name,
    extension: fc.constantFrom('', 'jpg', 'mp4', '3gp', '7z'),
    original: sometimes(name),
    size: sometimes(fc.constantFrom(0, 1, 5_000_000_000)),
  });
  return fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 200 }), properties), { selector: ([id]) => id, maxLength: 20 })
    .map((drawnAssets) => ({ nodes: drawn, assets: drawnAssets.map(([id, each]) => assetOf(id, each)) }));
});

/** Criteria and sort keys for a sample, some with unknown IDs. */
export function queriesOver({ nodes, assets }: Sample) {
  const unknown = 9_999;
  const criterion: fc.Arbitrary<Criterion> = fc.oneof(
    fc.record({
      kind: fc.constant('nodes' as const),
      ids: fc.subarray([...nodes.map((node) => node.id), unknown], { maxLength: Math.min(3, nodes.length + 1) }),
      recursive: fc.boolean(),
      references: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('ids' as const), ids: fc.subarray([...assets.map((asset) => asset.id), unknown]) }),
  );
  const field = fc.oneof(
    fc.constantFrom(
      { by: 'id' } as const,
      { by: 'name' } as const,
      { by: 'size' } as const,
      { by: 'uploaded' } as const,
      { by: 'modified' } as const,
      { by: 'extension' } as const,
      { by: 'asset_type' } as const,
      { by: 'original' } as const,
      { by: 'uploaded_by' } as const,
      { by: 'score' } as const,
    ),
    fc.constantFrom(...Object.values(FIELDS), unknown).map((id) => ({ by: 'info_field' as const, field: id })),
  );
  const key: fc.Arbitrary<SortKey> = fc.tuple(field, fc.boolean()).map(([by, descending]) => ({ ...by, descending }));
  return fc
    .record({
      all: fc.array(criterion, { maxLength: 2 }),
      otherwise: fc.option(fc.array(criterion, { maxLength: 2 }), { nil: undefined }),
      sort: fc.array(key, { maxLength: 3 }),
      locale: fc.constantFrom('en', 'de'),
      offset: fc.nat({ max: 8 }),
      count: fc.nat({ max: 12 }),
    })
    .map(({ otherwise, ...query }) => (otherwise ? { ...query, otherwise } : query));
}
