import { CatalogueUnreachable } from '../catalogue-errors.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { standby } from './failures.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';

/** PostgreSQL 15, as the server numbers its versions. */
const OLDEST_VERSION = 150_000;
/** Key of the advisory lock that a migration holds; any other number would do. */
const MIGRATION_LOCK = 4_702_111_234;

/**
 * Creates the tables, or migrates them to the newest version. Nodes that start together wait for the first. Throws
 * CatalogueUnreachable for a server that is too old or a standby, a database of another program, and tables of a newer
 * version. `name` is the address without the password.
 */
export async function migratePostgres(query: SqlQuery, name: string): Promise<void> {
  const [server] = await query(`SELECT current_setting('server_version_num')::int, current_setting('server_version'),
    current_setting('server_encoding'), pg_is_in_recovery()`);
  if (server?.[3] === true) throw standby(name);
  if (Number(server?.[0]) < OLDEST_VERSION) {
    throw new CatalogueUnreachable(`catalogue.url: needs PostgreSQL 15 or newer, and the server is ${server?.[1]}`);
  }
  if (server?.[2] !== 'UTF8') {
    throw new CatalogueUnreachable(
      `catalogue.url: needs a database with the encoding UTF8, and this one has ${server?.[2]}`,
    );
  }
  if ((await versionOf(query)) === POSTGRES_MIGRATIONS.length) return;
  await query('BEGIN');
  await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  // Another node may have migrated meanwhile.
  for (let from = await versionOf(query); from < POSTGRES_MIGRATIONS.length; from += 1) {
    await query(POSTGRES_MIGRATIONS[from] ?? '');
    await query('UPDATE state SET schema_version = $1', [from + 1]);
  }
  await query('COMMIT');
}

/** Number of migrations that the database has had. */
async function versionOf(query: SqlQuery): Promise<number> {
  const tables = await query(
    `SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('state', 'definitions', 'assets')`,
  );
  if (tables.length === 0) return 0;
  if (tables.length < 3) throw new CatalogueUnreachable('catalogue.url: names a database of another program');
  const [state] = await query('SELECT schema_version FROM state');
  const version = Number(state?.[0]);
  if (version > POSTGRES_MIGRATIONS.length) {
    throw new CatalogueUnreachable('catalogue.url: the tables were made by a newer version of the program');
  }
  return version;
}
