import type { DatabaseSync } from 'node:sqlite';
import { MAX_ASSETS_AT_ONCE } from '../catalogue.ts';
import type { Cells } from '../rows.ts';
import { prepareCells } from './statements.ts';

/**
 * Reads assets in the order of the given IDs. The join makes SQLite iterate over the IDs and look up one after another.
 * With `IN` SQLite would sort the IDs first, and the given order would have to be restored.
 */
export function openPageReader(database: DatabaseSync, columns: string): (ids: readonly number[]) => readonly Cells[] {
  const page = prepareCells(
    database,
    `SELECT ${columns} FROM (SELECT value FROM json_each(?)) CROSS JOIN assets ON id = value`,
  );
  return (ids) => {
    refuseLongPage(ids);
    return page.all(JSON.stringify(ids));
  };
}

/** Throws a RangeError for more than MAX_ASSETS_AT_ONCE IDs. */
export function refuseLongPage(ids: readonly number[]): void {
  if (ids.length > MAX_ASSETS_AT_ONCE) {
    throw new RangeError(`at most ${MAX_ASSETS_AT_ONCE} assets are read at once, not ${ids.length}`);
  }
}
