import pg, { type PoolClient } from 'pg';
import { untilAborted } from '../../../../core/src/concurrency/until-aborted.ts';
import type { DatabaseState } from '../database-state.ts';
import type { Cells } from '../rows.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { nameOfPostgres, type PostgresAddress, readPostgresAddress } from './connection.ts';
import { ofPostgres, standby } from './failures.ts';
import { migratePostgres } from './migrate.ts';
import { findServerMark, isCommitted } from './outcome.ts';
import { openPrimaryCheck } from './primary.ts';
import { openSideConnection, type SideConnection } from './side-connection.ts';
import { queryAlone, queryOf } from './sql-query.ts';
import { beginTransaction, type PostgresTransaction } from './transaction.ts';

/** Maximum time that one statement of a transaction may take, in milliseconds, unless the transaction says otherwise. */
const STATEMENT_MS = 30_000;
/** The same of a statement by itself: requests wait for it, and a server that is gone must not hold them for long. */
const QUERY_MS = 8_000;
/** The same of a migration, which may rewrite large tables, and of the nodes that wait for it. */
const MIGRATION_MS = 600_000;
/** Time after which the server ends the transaction of a node that is silent, in milliseconds. */
const IDLE_MS = 300_000;
/** How long closing waits for what still runs, in milliseconds: a server that is gone must not hold up the end. */
export const CLOSE_MS = 2_000;

/**
 * A small pool of connections. The first use checks the version of the server and creates or migrates the tables. All
 * statements are safe behind a pooler in transaction mode: nothing depends on a session. Rejections are errors of the
 * port.
 */
export interface Postgres extends AsyncDisposable {
  /** The address without the password. */
  readonly name: string;
  /**
   * Runs one statement by itself, which may take eight seconds. When `signal` aborts, it ends its connection, which may be
   * silent, and rejects.
   */
  query(sql: string, values?: readonly unknown[], signal?: AbortSignal): Promise<readonly Cells[]>;
  /** Like `query`, but a loss of power of the server may undo it after it was answered. */
  readonly queryWithoutSync: SqlQuery;
  readonly sideConnection: SideConnection;
  state(): DatabaseState;
  /**
   * Begins a transaction, which holds a connection. `read` sees one state; `write` sees all that is committed. Its
   * statements may take `statementSeconds`. The server ends it if it is silent for some minutes, unless it `staysOpen`.
   */
  begin(
    mode: 'read' | 'write',
    options?: { readonly statementSeconds?: number; readonly staysOpen?: boolean },
  ): Promise<PostgresTransaction>;
}

/** Opens a pool. Connects when it is first used, so that a service heals when the server comes later. */
export function openPostgres(
  options: PostgresAddress & {
    readonly connections?: number;
    /** Where this node remembers which primary it has used; see `openPrimaryCheck`. */
    readonly timelineFile?: string;
    /** Maximum time of a statement by itself, and of the silence of a transaction. */
    readonly queryMs?: number;
    readonly idleMs?: number;
  },
): Postgres {
  const { connections = 8, queryMs = QUERY_MS, idleMs = IDLE_MS } = options;
  const name = nameOfPostgres(options.url);
  const requirePrimary = openPrimaryCheck(name, options.timelineFile);
  const pool = new pg.Pool({
    ...readPostgresAddress(options),
    max: connections,
    verify: (client, done) => void requirePrimary(client).then(() => done(), done),
  });
  const sideConnection = openSideConnection(options, requirePrimary);
  const clients = new Set<PoolClient>();
  // A connection that is lost while idle only leaves the pool. One that is lost in use also rejects its statements, but
  // its event would end the process if nothing listened.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    clients.add(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  /** Resolves to the SQL of the mark of the server when the database is ready. */
  let ready: Promise<string> | undefined;

  const counts = { answered: 0, failed: 0, seconds: 0 };

  const converted = async <T>(run: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      const result = await run();
      counts.answered += 1;
      counts.seconds += (performance.now() - start) / 1000;
      return result;
    } catch (error) {
      counts.failed += 1;
      throw ofPostgres(error, name);
    }
  };

  /** Prepares the database once. A failure isn't remembered. */
  function prepared(): Promise<string> {
    ready ??= withClient(async (client) => {
      await migratePostgres(queryOf(client, MIGRATION_MS), name);
      return await findServerMark(queryOf(client, queryMs));
    }).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  }

  async function withClient<T>(use: (client: PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await pool.connect();
    if (signal?.aborted) {
      client.release();
      throw signal.reason;
    }
    const end = () => void client.end().catch(() => {});
    signal?.addEventListener('abort', end, { once: true });
    let failure: unknown;
    try {
      return await use(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      // A connection whose statement failed may have an open transaction.
      client.release(failure !== undefined);
    }
  }

  const alone =
    (settings: Readonly<Record<string, string>> = {}): Postgres['query'] =>
    (sql, values, signal) =>
      withClient(async (client) => {
        const { rows, isStandby } = await queryAlone(client, queryMs, settings)(sql, values);
        if (isStandby) throw standby(name);
        return rows;
      }, signal);
  const preparedQuery =
    (query: Postgres['query']): Postgres['query'] =>
    (sql, values, signal) =>
      converted(async () => {
        await (signal ? untilAborted(prepared(), signal) : prepared());
        return await query(sql, values, signal);
      });

  return {
    name,
    query: preparedQuery(alone()),
    queryWithoutSync: preparedQuery(alone({ synchronous_commit: 'off' })),
    sideConnection,
    begin: (mode, { statementSeconds = STATEMENT_MS / 1000, staysOpen = false } = {}) =>
      converted(async () => {
        const serverMark = await prepared();
        const ask: SqlQuery = (sql, values) => withClient((client) => queryOf(client, queryMs)(sql, values));
        const transaction = await beginTransaction(await pool.connect(), {
          mode,
          statementMs: statementSeconds * 1000,
          idleMs,
          staysOpen,
          name,
          serverMark,
          isCommitted: (mark) => isCommitted(mark, { name, ask, serverMark }),
        });
        return {
          query: (sql, values) => converted(() => transaction.query(sql, values)),
          waitFor: (sql, milliseconds) => converted(() => transaction.waitFor(sql, milliseconds)),
          commit: () => converted(transaction.commit),
          [Symbol.asyncDispose]: () => transaction[Symbol.asyncDispose](),
        };
      }),
    state: () => ({
      ...counts,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    [Symbol.asyncDispose]: async () => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MS);
      await Promise.race([Promise.all([pool.end(), sideConnection[Symbol.asyncDispose]()]), late.promise]);
      clearTimeout(timer);
      // Whoever still uses one gets an error instead of a process that doesn't end.
      for (const client of clients) client.end().catch(() => {});
    },
  };
}
