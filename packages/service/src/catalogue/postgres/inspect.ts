/** Looks at a database for `abs doctor`, without changing anything in it. */
import pg from 'pg';
import type { SqlQuery } from '../sql/sql.ts';
import { type PostgresClock, readPostgresClock } from './clock.ts';
import { nameOfPostgres, type PostgresAddress, readPostgresAddress } from './connection.ts';
import { ofPostgres } from './failures.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { queryOf } from './sql-query.ts';

const STATEMENT_MS = 60_000;
/** Number of round trips that are measured. */
const QUESTIONS = 11;

export interface PostgresFacts extends PostgresClock {
  /** Address without the password. */
  readonly name: string;
  readonly version: string;
  readonly encoding: string;
  readonly isEncrypted: boolean;
  /** True for a server that takes no writes. */
  readonly isStandby: boolean;
  readonly maxConnections: number;
  /** Standbys that follow this server; 0 also if the user may not know. */
  readonly standbys: number;
  readonly bytes: number;
  /** What the user may not do, such as `INSERT into assets`. */
  readonly lackingRights: readonly string[];
  /** Undefined if the tables don't exist yet. */
  readonly tables: PostgresTables | undefined;
}

interface PostgresTables {
  /** Number of migrations that this program has and the tables lack; negative if they are newer. */
  readonly missingMigrations: number;
  readonly assets: number;
  readonly originals: number;
  readonly originalBytes: number;
  /** What the node that started last has stored for the others to compare with. */
  readonly agreement: Readonly<Record<string, string>> | undefined;
}

/** Connects once, without the pool and without migrating. Rejects with errors of the port. */
export async function inspectPostgres(address: PostgresAddress): Promise<PostgresFacts> {
  return await connected(address, async (query) => ({
    name: nameOfPostgres(address.url),
    ...(await factsOf(query)),
    ...(await readPostgresClock(query, QUESTIONS)),
    tables: await tablesOf(query),
  }));
}

/** Returns `missingMigrations` alone; otherwise like `inspectPostgres`. */
export async function missingInPostgres(address: PostgresAddress): Promise<number | undefined> {
  return await connected(address, async (query) => ((await namesOfTables(query)) ? await missingOf(query) : undefined));
}

async function connected<T>(address: PostgresAddress, ask: (query: SqlQuery) => Promise<T>): Promise<T> {
  const client = new pg.Client(readPostgresAddress(address));
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(queryOf(client, STATEMENT_MS));
  } catch (error) {
    throw ofPostgres(error, nameOfPostgres(address.url));
  } finally {
    await client.end().catch(() => {});
  }
}

async function factsOf(query: SqlQuery) {
  const [row] = await query(`SELECT current_setting('server_version'), current_setting('server_encoding'),
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
    pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean,
    current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_replication),
    pg_database_size(current_database())`);
  const [version, encoding, isEncrypted, isStandby, maxConnections, standbys, bytes] = row ?? [];
  const lacking = await query(`
    SELECT right_name || ' in ' || tablename FROM pg_tables,
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_name
    WHERE schemaname = current_schema()
      AND NOT has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), right_name)
    UNION ALL SELECT 'CREATE in the schema'
      WHERE NOT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)`);
  return {
    version: String(version),
    encoding: String(encoding),
    isEncrypted: isEncrypted === true,
    isStandby: isStandby === true,
    maxConnections: Number(maxConnections),
    standbys: Number(standbys),
    bytes: Number(bytes),
    lackingRights: lacking.map(([right]) => String(right)),
  };
}

/** Returns which of these tables exist; undefined if those of the catalogue don't. */
async function namesOfTables(query: SqlQuery): Promise<ReadonlySet<unknown> | undefined> {
  const found = await query(
    `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
     AND tablename IN ('state', 'assets', 'older_versions', 'agreement')`,
  );
  const names = new Set(found.map(([table]) => table));
  return ['state', 'assets', 'older_versions'].every((table) => names.has(table)) ? names : undefined;
}

async function missingOf(query: SqlQuery): Promise<number> {
  const [state] = await query('SELECT schema_version FROM state');
  return POSTGRES_MIGRATIONS.length - Number(state?.[0]);
}

async function tablesOf(query: SqlQuery): Promise<PostgresTables | undefined> {
  const names = await namesOfTables(query);
  if (!names) return undefined;
  const [counts] = await query(`SELECT (SELECT count(*) FROM assets), count(*), coalesce(sum(size), 0) FROM (
    SELECT sha256, max(size) AS size FROM
      (SELECT sha256, size FROM assets UNION ALL SELECT sha256, size FROM older_versions) AS versions
    WHERE sha256 IS NOT NULL GROUP BY sha256) AS files`);
  const [assets, originals, originalBytes] = (counts ?? []).map(Number);
  const [agreement] = names.has('agreement') ? await query('SELECT settings FROM agreement') : [];
  return {
    missingMigrations: await missingOf(query),
    assets: assets ?? 0,
    originals: originals ?? 0,
    originalBytes: originalBytes ?? 0,
    agreement:
      typeof agreement?.[0] === 'string' ? (JSON.parse(agreement[0]) as Readonly<Record<string, string>>) : undefined,
  };
}
