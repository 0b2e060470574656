/** Rows to objects of the model. The one place where the types of columns meet those of the model. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { FileCategory } from '../../domain/facts.ts';
import type {
  AccessRule,
  Asset,
  CatalogueNode,
  FieldValue,
  FieldValues,
  Review,
  Text,
  Version,
} from '../../domain/model.ts';

type Row = Record<string, SQLOutputValue>;

/** Values of a row in the order of its columns. For rows that are read by the thousand: an object per row takes twice as long. */
export type Cells = readonly SQLOutputValue[];

/** A statement whose rows come as cells. */
export interface CellStatement {
  get(...bindings: SQLInputValue[]): Cells | undefined;
  all(...bindings: SQLInputValue[]): readonly Cells[];
}

export function prepareCells(database: DatabaseSync, sql: string): CellStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  // The declared types know nothing of `setReturnArrays`.
  return statement as unknown as CellStatement;
}

const optional = <K extends string>(key: K, value: SQLOutputValue | undefined) =>
  (value === null || value === undefined ? {} : { [key]: Number(value) }) as { readonly [P in K]?: number };

/** JSON object -> Map; keys of digits come in ascending order. */
export function readFields(json: SQLOutputValue | undefined): FieldValues {
  const fields = new Map<number, FieldValue>();
  if (json === '{}') return fields;
  for (const [id, value] of Object.entries(JSON.parse(String(json)) as Record<string, FieldValue>))
    fields.set(Number(id), value);
  return fields;
}

/** Refuses numbers that JSON doesn't know. */
export function writeFields(fields: FieldValues): string {
  for (const [field, value] of fields) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new RangeError(`information field ${field}: ${value} can't be stored`);
    }
  }
  return fields.size === 0 ? '{}' : JSON.stringify(Object.fromEntries(fields));
}

export function readNode(row: Row): CatalogueNode {
  const { access, source_root: root, source_path: path } = row;
  return {
    id: Number(row['id']),
    type: Number(row['type']),
    ...optional('parent', row['parent']),
    name: JSON.parse(String(row['name'])) as Text,
    position: Number(row['position']),
    fields: readFields(row['fields']),
    ...(typeof access === 'string' ? { access: JSON.parse(access) as AccessRule[] } : {}),
    ...(typeof root === 'string' ? { source: { root, path: String(path) } } : {}),
  };
}

/** In the order in which `readVersion` takes them. */
export const VERSION_COLUMNS = `v.version, v.name, v.date, v.original, v.sha256, v.crc32, v.size, v.category, v.extension,
  v.media_type, v.width, v.height, v.pages, v.duration, v.color_space, v.color_profile, v.dpi, v.bit_depth`;

export function readVersion(cells: Cells): Version {
  const [version, name, date, original, sha256, crc32, size, category, extension, mediaType, ...measures] = cells;
  const [width, height, pages, duration, colorSpace, colorProfile, dpi, bitDepth] = measures;
  return {
    version: Number(version),
    name: String(name),
    date: Number(date),
    original: String(original),
    ...(typeof sha256 === 'string' ? { file: { sha256, size: Number(size), crc32: Number(crc32) } } : {}),
    size: Number(size),
    facts: {
      category: Number(category) as FileCategory,
      extension: String(extension),
      mediaType: String(mediaType),
      width: Number(width),
      height: Number(height),
      pages: Number(pages),
      durationSeconds: Number(duration),
      colorSpace: String(colorSpace),
      colorProfile: String(colorProfile),
      dpi: Number(dpi),
      bitDepth: Number(bitDepth),
    },
  };
}

/** In the order in which `readAsset` takes them. */
export const ASSET_COLUMNS = `a.id, a.type, a.uploaded, a.modified, a.uploaded_by, a.valid_until, a.fields, ${VERSION_COLUMNS}`;

export function readAsset(cells: Cells, nodes: readonly number[]): Asset {
  const [id, type, uploaded, modified, uploadedBy, validUntil, fields, ...version] = cells;
  return {
    id: Number(id),
    ...optional('type', type),
    nodes,
    fields: readFields(fields),
    uploaded: Number(uploaded),
    modified: Number(modified),
    ...optional('uploadedBy', uploadedBy),
    ...optional('validUntil', validUntil),
    active: readVersion(version),
  };
}

export function readReview(row: Row): Review {
  return {
    asset: Number(row['asset']),
    user: Number(row['user']),
    date: Number(row['date']),
    ...optional('rating', row['rating']),
    comment: String(row['comment']),
    ...optional('modified', row['modified']),
  };
}
