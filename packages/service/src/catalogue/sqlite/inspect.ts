/** Looks at the catalogue of a data folder for `abs doctor`, without changing anything in it. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { databasePath } from './database.ts';
import { MIGRATIONS } from './schema.ts';
import { prepareCells } from './statements.ts';

export interface SqliteFacts {
  /** Size of the database with what is not yet moved from its log. */
  readonly bytes: number;
  /** Number of migrations that this program has and the tables lack; negative if they are newer. */
  readonly missingMigrations: number;
  readonly assets: number;
  readonly originals: number;
  readonly originalBytes: number;
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Returns undefined if there is no catalogue yet. Throws if the file is no catalogue or can't be read. */
export function inspectSqlite(directory: string): SqliteFacts | undefined {
  const path = databasePath(directory);
  const missingMigrations = missingInSqlite(directory);
  if (missingMigrations === undefined) return undefined;
  using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  const [assets, originals, originalBytes] =
    prepareCells(
      database,
      `SELECT (SELECT count(*) FROM assets), count(*), ifnull(sum(size), 0) FROM (
         SELECT sha256, max(size) AS size FROM
           (SELECT sha256, size FROM assets UNION ALL SELECT sha256, size FROM older_versions)
         WHERE sha256 IS NOT NULL GROUP BY sha256)`,
    ).get() ?? [];
  return {
    bytes: sizeOf(path) + sizeOf(`${path}-wal`),
    missingMigrations,
    assets: Number(assets),
    originals: Number(originals),
    originalBytes: Number(originalBytes),
  };
}

/** Returns `missingMigrations` alone, which takes no time; otherwise like `inspectSqlite`. */
export function missingInSqlite(directory: string): number | undefined {
  const path = databasePath(directory);
  if (sizeOf(path) === 0) return undefined;
  using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  const [version] = prepareCells(database, 'PRAGMA user_version').get() ?? [];
  if (Number(version) < 1) throw new Error(`${path} is no catalogue`);
  return MIGRATIONS.length - Number(version);
}
