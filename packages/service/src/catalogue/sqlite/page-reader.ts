import type { DatabaseSync } from 'node:sqlite';
import { MAX_ASSETS_AT_ONCE } from '../catalogue.ts';
import { type Cells, prepareCells } from './rows.ts';

/**
 * Reads assets in the order of their IDs. The join is written so that SQLite goes through the IDs and looks up one after the other:
 * with `IN` it would sort them first, and their order would have to be made again.
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

/** Throws where more are asked for than are read at once. */
export function refuseLongPage(ids: readonly number[]): void {
  if (ids.length > MAX_ASSETS_AT_ONCE) {
    throw new RangeError(`at most ${MAX_ASSETS_AT_ONCE} assets are read at once, not ${ids.length}`);
  }
}
