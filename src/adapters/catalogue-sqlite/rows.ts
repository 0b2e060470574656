/** Rows to objects of the model. The one place where the types of columns meet those of the model. */
import type { SQLOutputValue } from 'node:sqlite';
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

export type Row = Record<string, SQLOutputValue>;

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

export function writeFields(fields: FieldValues): string {
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

export const VERSION_COLUMNS = `v.version, v.name, v.date, v.original, v.sha256, v.crc32, v.size, v.category, v.extension,
  v.media_type, v.width, v.height, v.pages, v.duration, v.color_space, v.color_profile, v.dpi, v.bit_depth`;

export function readVersion(row: Row): Version {
  const { sha256, size } = row;
  return {
    version: Number(row['version']),
    name: String(row['name']),
    date: Number(row['date']),
    original: String(row['original']),
    ...(typeof sha256 === 'string' ? { file: { sha256, size: Number(size), crc32: Number(row['crc32']) } } : {}),
    size: Number(size),
    facts: {
      category: Number(row['category']) as FileCategory,
      extension: String(row['extension']),
      mediaType: String(row['media_type']),
      width: Number(row['width']),
      height: Number(row['height']),
      pages: Number(row['pages']),
      durationSeconds: Number(row['duration']),
      colorSpace: String(row['color_space']),
      colorProfile: String(row['color_profile']),
      dpi: Number(row['dpi']),
      bitDepth: Number(row['bit_depth']),
    },
  };
}

export const ASSET_COLUMNS = `a.id, a.type, a.uploaded, a.modified, a.uploaded_by, a.valid_until, a.fields, ${VERSION_COLUMNS}`;

export function readAsset(row: Row, nodes: readonly number[]): Asset {
  return {
    id: Number(row['id']),
    ...optional('type', row['type']),
    nodes,
    fields: readFields(row['fields']),
    uploaded: Number(row['uploaded']),
    modified: Number(row['modified']),
    ...optional('uploadedBy', row['uploaded_by']),
    ...optional('validUntil', row['valid_until']),
    active: readVersion(row),
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
