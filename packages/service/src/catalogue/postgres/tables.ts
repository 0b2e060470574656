/** Parts of statements: those that write many rows at once, array parameters, and the kinds of changes. */
import { KINDS_OUTSIDE_MODEL } from '../change-notes.ts';
import { escapeNul } from './texts.ts';

/** A value of a column. */
export type StoredCell = string | number | boolean | null;

type ColumnType = 'bigint' | 'integer' | 'float8' | 'boolean' | 'text' | 'json';

/** What is written to a table: its columns in the order of the cells, and what happens to a row with the same key. */
export interface WrittenTable {
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  /** Writes rows that are given as JSON, as `rowsInJson` makes it. */
  readonly sql: string;
}

/** `columns` is a list such as `id bigint, name text`; `key` lists the columns of the primary key. */
function written(
  table: string,
  columns: string,
  key: string,
  conflict: 'replace' | 'keep' | { readonly where: string } = 'replace',
): WrittenTable {
  const list = columns.split(',').map((column) => column.trim().split(' ') as [string, ColumnType]);
  const names = list.map(([name]) => name);
  const keys = key.split(', ');
  const set = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  const update = `DO UPDATE SET ${set.join(', ')}${typeof conflict === 'object' ? ` ${conflict.where}` : ''}`;
  // Texts that are JSON are cast, because a recordset would take a text for a JSON string.
  return {
    columns: list,
    sql: `INSERT INTO ${table} (${names.join(', ')})
      SELECT ${list.map(([, type], place) => (type === 'json' ? `c${place}::json` : `c${place}`)).join(', ')}
      FROM json_to_recordset($1::json) AS r(${list
        .map(([, type], place) => `c${place} ${type === 'json' ? 'text' : type}`)
        .join(', ')})
      ON CONFLICT (${key}) ${conflict === 'keep' ? 'DO NOTHING' : update}`,
  };
}

/** Serialises rows for the statement of a table. */
export function rowsInJson({ columns }: WrittenTable, rows: Iterable<readonly StoredCell[]>): string {
  const isText = columns.map(([, type]) => type === 'text');
  const objects: Record<string, StoredCell>[] = [];
  for (const row of rows) {
    const object: Record<string, StoredCell> = {};
    for (const [place, cell] of row.entries()) {
      if (cell !== null) object[`c${place}`] = typeof cell === 'string' && isText[place] ? escapeNul(cell) : cell;
    }
    objects.push(object);
  }
  return JSON.stringify(objects);
}

/** A condition on changes: whether they change the model. */
export const CHANGES_MODEL = `kind <> ALL ('{${KINDS_OUTSIDE_MODEL.join(',')}}')`;

/** An array parameter of numbers. */
export function bigints(ids: Iterable<number>): string {
  return `{${[...ids].join(',')}}`;
}

const VERSION = `version bigint, name text, date float8, original text, sha256 text, crc32 bigint, size bigint,
  category integer, extension text, media_type text, width float8, height float8, pages float8, duration float8,
  color_space text, color_profile text, dpi float8, bit_depth float8, drawn_width float8, drawn_height float8,
  is_damaged integer`;

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
   valid_until float8, ${VERSION}, source_root text, source_path text, source_stamp text`,
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
/** Returns the assets of the reviews that the statement has changed. */
export const REVIEWS = written(
  'reviews',
  'asset bigint, "user" bigint, date float8, rating float8, comment text, modified float8, anonymous boolean',
  'asset, "user", date',
  {
    where: `WHERE (reviews.rating, reviews.comment, reviews.modified, reviews.anonymous)
      IS DISTINCT FROM (excluded.rating, excluded.comment, excluded.modified, excluded.anonymous) RETURNING asset`,
  },
);

export const PINS = written(
  'pins',
  `code text, title text, creator bigint, node bigint, assets json, formats json, created float8, expires float8,
   endpoint text, groups json`,
  'code',
  'keep',
);

/** Tables whose rows belong to an asset and are replaced with it. */
export const PARTS_OF_ASSET = ['older_versions', 'asset_nodes', 'asset_references', 'relations', 'public_urls'];

/** Deletes the rows of some tables that belong to the assets `$1`. */
export function deletionOfParts(tables: readonly string[]): string {
  const each = tables.map((table) => `${table}_rows AS (DELETE FROM ${table} WHERE asset = ANY($1::bigint[]))`);
  return `WITH ${each.join(', ')} SELECT 1`;
}
