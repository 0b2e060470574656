/** Parts of statements: those that write many rows at once, and array parameters. */
import type { StoredCell, WrittenTable } from '../sql/written-tables.ts';
import { escapeNul } from './texts.ts';

/** Builds the statement that writes the rows of a table that are given as JSON, as `rowsInJson` makes it. */
export function insertionOf({ name, columns, onConflict }: WrittenTable): string {
  // Texts that are JSON are cast, because a recordset would take a text for a JSON string.
  return `INSERT INTO ${name} (${columns.map(([column]) => column).join(', ')})
    SELECT ${columns.map(([, type], place) => (type === 'json' ? `c${place}::json` : `c${place}`)).join(', ')}
    FROM json_to_recordset($1::json) AS r(${columns
      .map(([, type], place) => `c${place} ${type === 'json' ? 'text' : type}`)
      .join(', ')})
    ON CONFLICT ${onConflict}`;
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

/** An array parameter of numbers. */
export function bigints(ids: Iterable<number>): string {
  return `{${[...ids].join(',')}}`;
}

/** Deletes the rows of some tables that belong to the assets `$1`. */
export function deletionOfParts(tables: readonly string[]): string {
  const each = tables.map((table) => `${table}_rows AS (DELETE FROM ${table} WHERE asset = ANY($1::bigint[]))`);
  return `WITH ${each.join(', ')} SELECT 1`;
}
