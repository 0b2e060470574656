/** The tables that a transaction writes, for both databases: each writes rows in its own way. */
import type { RowOwner } from '../storable.ts';

/** A value of a column. */
export type StoredCell = string | number | boolean | null;

type ColumnType = 'bigint' | 'integer' | 'float8' | 'boolean' | 'text' | 'json';

/** What is written to a table: its columns in the order of the cells, and what happens to a row with the same key. */
export interface WrittenTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  /** What follows `ON CONFLICT`. */
  readonly onConflict: string;
}

/** Writes the rows of a transaction, at once or many together. Notes the reviews that have changed. */
export interface RowWriter {
  /**
   * Adds a row; of several with the same key the last counts. Throws a RangeError for values that can't be stored. Await
   * `room` afterwards.
   */
  add(table: WrittenTable, owner: RowOwner, key: string | number, cells: readonly StoredCell[]): void;
  /**
   * Deletes what PARTS_OF_ASSET have that belongs to an asset. Call it before the rows of that asset are added, and
   * `flush` before if some were.
   */
  replace(asset: number): void;
  /** The same of an asset that is removed, with its downloads and reviews. */
  remove(asset: number): void;
  /** Resolves when more rows may be added. */
  room(): Promise<void>;
  /** Resolves when all rows are in the tables. */
  flush(): Promise<void>;
}

/** `columns` is a list such as `id bigint, name text`; `key` lists the columns of the primary key. */
function written(
  name: string,
  columns: string,
  key: string,
  conflict: 'replace' | 'keep' | { readonly where: string } = 'replace',
): WrittenTable {
  const list = columns.split(',').map((column) => column.trim().split(' ') as [string, ColumnType]);
  const keys = key.split(', ');
  const set = list.flatMap(([column]) => (keys.includes(column) ? [] : `${column} = excluded.${column}`));
  const update = `DO UPDATE SET ${set.join(', ')}${typeof conflict === 'object' ? ` WHERE ${conflict.where}` : ''}`;
  return { name, columns: list, onConflict: `(${key}) ${conflict === 'keep' ? 'DO NOTHING' : update}` };
}

const VERSION = `version bigint, name text, date float8, original text, sha256 text, crc32 bigint, size bigint,
  category integer, extension text, media_type text, width float8, height float8, pages float8, duration float8,
  color_space text, color_profile text, dpi float8, bit_depth float8, drawn_width float8, drawn_height float8,
  is_damaged integer, is_transparent integer, marks json, features text`;

export const DEFINITIONS = written('definitions', 'kind text, id bigint, document json', 'kind, id');
export const NODES = written(
  'nodes',
  `id bigint, type bigint, parent bigint, name json, position float8, fields json, access json, source_root text,
   source_path text`,
  'id',
);
export const ASSETS = written(
  'assets',
  `id bigint, type bigint, nodes json, fields json, uploaded float8, modified float8, uploaded_by bigint,
   valid_from float8, valid_until float8, rights json, focus json, ${VERSION}, source_root text, source_path text, source_stamp text`,
  'id',
);
export const OLDER_VERSIONS = written('older_versions', `asset bigint, ${VERSION}`, 'asset, version');
export const ASSET_NODES = written('asset_nodes', 'node bigint, asset bigint', 'node, asset', 'keep');
export const ASSET_REFERENCES = written(
  'asset_references',
  'node bigint, asset bigint, field bigint',
  'node, asset, field',
  'keep',
);
export const RELATIONS = written('relations', 'asset bigint, type bigint, other bigint', 'asset, type, other', 'keep');
export const PUBLIC_URLS = written(
  'public_urls',
  'asset bigint, id bigint, name text, url text, provider text',
  'asset, id',
);
export const DOWNLOADS = written('downloads', 'asset bigint, date text, count bigint', 'asset, date');
/** A review that stays the same isn't written. */
export const REVIEWS = written(
  'reviews',
  'asset bigint, "user" bigint, date float8, rating float8, comment text, modified float8, anonymous boolean',
  'asset, "user", date',
  {
    where: `(reviews.rating, reviews.comment, reviews.modified, reviews.anonymous)
      IS DISTINCT FROM (excluded.rating, excluded.comment, excluded.modified, excluded.anonymous)`,
  },
);

export const PINS = written(
  'pins',
  `code text, title text, creator bigint, node bigint, assets json, formats json, created float8, expires float8,
   endpoint text, groups json, anonymous integer, downloads bigint`,
  'code',
  'keep',
);

const FILE_TEXT = `sha256 text, reading integer, recognition integer, pages json, characters bigint, has_pages integer`;
export const FILE_TEXTS = written('file_texts', FILE_TEXT, 'sha256');
/** Rows of files of which something is to be done, unless the file has a row. */
export const WANTED_TEXTS = written('file_texts', FILE_TEXT, 'sha256', 'keep');

/** Tables whose rows belong to an asset and are replaced with it. */
export const PARTS_OF_ASSET = ['older_versions', 'asset_nodes', 'asset_references', 'relations', 'public_urls'];
