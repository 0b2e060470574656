import type { DatabaseSync } from 'node:sqlite';
import { refuseLongPage } from '../page-limit.ts';
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
