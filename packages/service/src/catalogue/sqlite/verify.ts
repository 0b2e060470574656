import { findProblems } from '../sql/find-problems.ts';
import { openReader } from './database.ts';
import { openSql } from './sqlite-sql.ts';

/**
 * Lists the problems of the catalogue in a data folder: damage to its file, or otherwise the first dangling reference.
 * Empty if there are none.
 */
export async function verifyCatalogue(directory: string): Promise<readonly string[]> {
  using database = openReader(directory);
  database.exec('BEGIN');
  const damage = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok');
  if (damage.length > 0) return damage.map((line) => `the catalogue's file is damaged: ${line}`);
  return await findProblems(openSql(database));
}
