/** Converts rows of a database to model objects and back. The adapters have the same columns. */
import type { FileCategory, FileMarks, FileProperties } from '../../../core/src/domain/file-properties.ts';
import type {
  AccessRule,
  Asset,
  AssetOutline,
  AssetRecord,
  CatalogueNode,
  FieldValue,
  FieldValues,
  Focus,
  PublicUrl,
  Rights,
  Text,
  Version,
} from '../../../core/src/domain/model.ts';
import { readTime, timeCell } from './time-cells.ts';

/** Values of a row in column order: texts, numbers and null. An object per row would take twice as long. */
export type Cells = readonly unknown[];

/** Returns an object with the key, or without it if the column is null. */
export const optionalNumber = <K extends string>(key: K, value: unknown) =>
  (value === null || value === undefined ? {} : { [key]: Number(value) }) as { readonly [P in K]?: number };

/**
 * Shared by all nodes without fields, which are most of them: an empty map for each would take more memory than the
 * rest of the node.
 */
const NO_FIELDS: FieldValues = new Map();

/** Converts a JSON object to a Map, with keys made of digits in ascending order. */
export function readFields(json: unknown): FieldValues {
  if (json === '{}') return NO_FIELDS;
  const fields = new Map<number, FieldValue>();
  for (const [id, value] of Object.entries(JSON.parse(String(json)) as Record<string, FieldValue>))
    fields.set(Number(id), value);
  return fields;
}

/** Serialises fields. Throws for numbers that JSON can't represent. */
export function writeFields(fields: FieldValues): string {
  for (const [field, value] of fields) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new RangeError(`information field ${field}: ${value} can't be stored`);
    }
  }
  return fields.size === 0 ? '{}' : JSON.stringify(Object.fromEntries(fields));
}

/** Columns in the order that `readNode` expects. */
export const NODE_COLUMNS = 'id, type, parent, name, position, fields, access, source_root, source_path';

export function readNode([id, type, parent, name, position, fields, access, root, path]: Cells): CatalogueNode {
  return {
    id: Number(id),
    type: Number(type),
    ...optionalNumber('parent', parent),
    name: JSON.parse(String(name)) as Text,
    position: Number(position),
    fields: readFields(fields),
    ...(typeof access === 'string' ? { access: JSON.parse(access) as AccessRule[] } : {}),
    ...(typeof root === 'string' ? { source: { root, path: String(path) } } : {}),
  };
}

/** Returns the values in the order of NODE_COLUMNS. */
export function nodeCells(node: CatalogueNode): readonly (string | number | null)[] {
  return [
    node.id,
    node.type,
    node.parent ?? null,
    JSON.stringify(node.name),
    node.position,
    writeFields(node.fields),
    node.access ? JSON.stringify(node.access) : null,
    node.source?.root ?? null,
    node.source?.path ?? null,
  ];
}

/** Columns in the order that `readVersion` expects, starting at its offset `from`. */
export const VERSION_COLUMNS = `version, name, date, original, sha256, crc32, size, category, extension,
  media_type, width, height, pages, duration, color_space, color_profile, dpi, bit_depth, drawn_width,
  drawn_height, is_damaged, is_transparent, marks, features`;

/** Stored in place of the size if a record doesn't state one. */
const UNKNOWN_SIZE = -1;

export function readVersion(cells: Cells, from = 0): Version {
  const sha256 = cells[from + 4];
  const size = Number(cells[from + 6]);
  return {
    version: Number(cells[from]),
    name: String(cells[from + 1]),
    date: readTime(cells[from + 2]),
    original: String(cells[from + 3]),
    ...(typeof sha256 === 'string' ? { file: { sha256, size, crc32: Number(cells[from + 5]) } } : undefined),
    ...(size === UNKNOWN_SIZE ? undefined : { size }),
    properties: {
      category: Number(cells[from + 7]) as FileCategory,
      extension: String(cells[from + 8]),
      mediaType: String(cells[from + 9]),
      width: Number(cells[from + 10]),
      height: Number(cells[from + 11]),
      pages: Number(cells[from + 12]),
      durationSeconds: Number(cells[from + 13]),
      colorSpace: String(cells[from + 14]),
      colorProfile: String(cells[from + 15]),
      dpi: Number(cells[from + 16]),
      bitDepth: Number(cells[from + 17]),
      ...drawnSize(Number(cells[from + 18]), Number(cells[from + 19])),
      ...(Number(cells[from + 20]) === 1 ? { isDamaged: true } : undefined),
      ...(Number(cells[from + 21]) === 1 ? { isTransparent: true } : undefined),
      ...(typeof cells[from + 22] === 'string'
        ? { marks: JSON.parse(String(cells[from + 22])) as FileMarks }
        : undefined),
      ...(typeof cells[from + 23] === 'string' ? { features: String(cells[from + 23]) } : undefined),
    },
  };
}

/** Returns the values in the order of VERSION_COLUMNS. */
export function versionCells({ file, properties, ...version }: Version): readonly (string | number | null)[] {
  return [
    version.version,
    version.name,
    timeCell(version.date),
    version.original,
    file?.sha256 ?? null,
    file?.crc32 ?? null,
    version.size ?? UNKNOWN_SIZE,
    properties.category,
    properties.extension,
    properties.mediaType,
    properties.width,
    properties.height,
    properties.pages,
    properties.durationSeconds,
    properties.colorSpace,
    properties.colorProfile,
    properties.dpi,
    properties.bitDepth,
    properties.drawn?.width ?? 0,
    properties.drawn?.height ?? 0,
    properties.isDamaged ? 1 : 0,
    properties.isTransparent ? 1 : 0,
    properties.marks ? JSON.stringify(properties.marks) : null,
    properties.features ?? null,
  ];
}

function drawnSize(width: number, height: number): Pick<FileProperties, 'drawn'> | undefined {
  return width > 0 && height > 0 ? { drawn: { width, height } } : undefined;
}

/** Columns in the order that `readAsset` expects, starting at its offset `from`. */
export const ASSET_COLUMNS = `id, type, nodes, fields, uploaded, modified, uploaded_by, valid_from, valid_until, rights, focus,
  ${VERSION_COLUMNS}`;

/** Columns at the end of a row that say where a folder import found the asset. */
export const SOURCE_COLUMNS = 'source_root, source_path, source_stamp';

/** Returns the values in the order of ASSET_COLUMNS and SOURCE_COLUMNS. */
export function assetCells(asset: AssetRecord, source: AssetRecord['source']): readonly (string | number | null)[] {
  return [
    asset.id,
    asset.type ?? null,
    JSON.stringify([...new Set(asset.nodes)].sort((a, b) => a - b)),
    writeFields(asset.fields),
    timeCell(asset.uploaded),
    timeCell(asset.modified),
    asset.uploadedBy ?? null,
    asset.validFrom === undefined ? null : timeCell(asset.validFrom),
    asset.validUntil === undefined ? null : timeCell(asset.validUntil),
    asset.rights ? JSON.stringify(asset.rights) : null,
    asset.focus ? JSON.stringify(asset.focus) : null,
    ...versionCells(asset.active),
    source?.root ?? null,
    source?.path ?? null,
    source?.stamp ?? null,
  ];
}

export function readAsset(cells: Cells, from = 0): Asset {
  const rights = cells[from + 9];
  const focus = cells[from + 10];
  return {
    id: Number(cells[from]),
    ...optionalNumber('type', cells[from + 1]),
    nodes: readNodes(cells[from + 2]),
    fields: readFields(cells[from + 3]),
    uploaded: readTime(cells[from + 4]),
    modified: readTime(cells[from + 5]),
    ...optionalNumber('uploadedBy', cells[from + 6]),
    ...readPeriod(cells[from + 7], cells[from + 8]),
    ...(typeof rights === 'string' ? { rights: JSON.parse(rights) as Rights } : {}),
    ...(typeof focus === 'string' ? { focus: JSON.parse(focus) as Focus } : {}),
    active: readVersion(cells, from + 11),
  };
}

export function readPeriod(from: unknown, until: unknown): Pick<Asset, 'validFrom' | 'validUntil'> {
  return {
    ...(from === null ? {} : { validFrom: readTime(from) }),
    ...(until === null ? {} : { validUntil: readTime(until) }),
  };
}

/** Columns in the order that `readOutline` expects. */
export const OUTLINE_COLUMNS = 'id, category, name, version, nodes, valid_from, valid_until';

export function readOutline([id, category, name, version, nodes, from, until]: Cells): AssetOutline {
  return {
    id: Number(id),
    category: Number(category) as FileCategory,
    name: String(name),
    version: Number(version),
    nodes: readNodes(nodes),
    ...readPeriod(from, until),
  };
}

export function readNodes(json: unknown): readonly number[] {
  return JSON.parse(String(json)) as number[];
}

/** Columns in the order that `readPublicUrl` expects. */
export const PUBLIC_URL_COLUMNS = 'id, name, url, provider';

export function readPublicUrl([id, name, url, provider]: Cells): PublicUrl {
  return { id: Number(id), name: String(name), url: String(url), provider: String(provider) };
}
