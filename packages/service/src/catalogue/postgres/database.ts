import pg, { type PoolClient } from 'pg';
import { CatalogueUnreachable, type DatabaseState } from '../catalogue.ts';
import { nameOfPostgres, type PostgresAddress, readPostgresAddress } from './connection.ts';
import { isLostConnection, ofPostgres } from './failures.ts';
import { migratePostgres } from './migrate.ts';
import { inOrder, queryOf, type SqlQuery } from './query.ts';

/** Maximum time that one statement of a transaction may take, in milliseconds, unless the transaction says otherwise. */
const STATEMENT_MS = 30_000;
/** The same of a statement by itself: requests wait for it, and a server that is gone must not hold them for long. */
const QUERY_MS = 8_000;
/** Time after which the server ends the transaction of a node that is silent, in milliseconds. */
const IDLE_MS = 300_000;
/** How often the outcome of a commit is asked for, and at which interval in milliseconds. */
const OUTCOME_TRIES = 60;
const OUTCOME_MS = 500;

/** A commit must be durable, even where the server is told that it needn't be. */
const DURABLE = `SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') = 'off'`;

/** An open transaction. It is rolled back on disposal unless it was committed. */
export interface PostgresTransaction extends AsyncDisposable {
  readonly query: SqlQuery;
  /** Commits. If the connection is lost meanwhile, asks the server for the outcome, so that it is never in doubt. */
  commit(): Promise<void>;
}

/**
 * A small pool of connections. The first use checks the version of the server and creates or migrates the tables. All
 * statements are safe behind a pooler in transaction mode: nothing depends on a session. Rejections are errors of the
 * port.
 */
export interface Postgres extends AsyncDisposable {
  /** The address without the password. */
  readonly name: string;
  /** Runs one statement by itself, which may take ten seconds. */
  readonly query: SqlQuery;
  state(): DatabaseState;
  /**
   * Begins a transaction, which holds a connection. `read` sees one state; `write` sees all that is committed, and its
   * statements may take `statementSeconds`.
   */
  begin(mode: 'read' | 'write', options?: { readonly statementSeconds?: number }): Promise<PostgresTransaction>;
}

/** Opens a pool. Connects when it is first used, so that a service heals when the server comes later. */
export function openPostgres(options: PostgresAddress & { readonly connections?: number }): Postgres {
  const { connections = 8 } = options;
  const name = nameOfPostgres(options.url);
  const pool = new pg.Pool({ ...readPostgresAddress(options), max: connections });
  // A connection that is lost while idle only leaves the pool. One that is lost in use also rejects its statements, but
  // its event would end the process if nothing listened.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let ready: Promise<void> | undefined;

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
  function prepared(): Promise<void> {
    ready ??= withClient((client) => migratePostgres(queryOf(client, STATEMENT_MS))).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  }

  async function withClient<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let failure: unknown;
    try {
      return await use(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // A connection whose statement failed may have an open transaction.
      client.release(failure !== undefined);
    }
  }

  /** Asks for the outcome of a commit whose connection was lost. */
  async function isCommitted(xid: string): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      try {
        const [row] = await withClient((client) =>
          queryOf(client, STATEMENT_MS)('SELECT pg_xact_status($1::text::xid8)', [xid]),
        );
        if (row?.[0] === 'committed') return true;
        if (row?.[0] === 'aborted') return false;
      } catch (error) {
        if (!isLostConnection(error) || tries >= OUTCOME_TRIES) throw error;
      }
      if (tries >= OUTCOME_TRIES)
        throw new CatalogueUnreachable(`the outcome of the last transaction of ${name} is unknown`);
      await new Promise((done) => setTimeout(done, OUTCOME_MS));
    }
  }

  async function begin(mode: 'read' | 'write', statementMs: number): Promise<PostgresTransaction> {
    const client = await pool.connect();
    // A connection that fails between two statements has nobody else who listens.
    const ignore = (): void => {};
    client.on('error', ignore);
    const run = inOrder(queryOf(client, statementMs));
    let isOpen = true;
    const end = (isBroken: boolean): void => {
      isOpen = false;
      client.off('error', ignore);
      client.release(isBroken);
    };
    try {
      // One message, without parameters, because each would cost a wait for the network.
      await run(`BEGIN ${mode === 'read' ? 'ISOLATION LEVEL REPEATABLE READ READ ONLY' : ''};
        SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
        ${mode === 'write' ? DURABLE : ''}`);
    } catch (error) {
      end(true);
      throw error;
    }
    return {
      query: (sql, values) => converted(() => run(sql, values)),
      commit: () =>
        converted(async () => {
          const [row] = mode === 'write' ? await run('SELECT pg_current_xact_id_if_assigned()::text') : [];
          const xid = row?.[0];
          try {
            await run('COMMIT');
            end(false);
          } catch (error) {
            end(true);
            if (typeof xid !== 'string' || !isLostConnection(error) || !(await isCommitted(xid))) throw error;
          }
        }),
      [Symbol.asyncDispose]: async () => {
        if (!isOpen) return;
        try {
          await run('ROLLBACK');
          end(false);
        } catch {
          // The server rolls back when the connection ends.
          end(true);
        }
      },
    };
  }

  return {
    name,
    query: (sql, values) =>
      converted(async () => {
        await prepared();
        return withClient((client) => queryOf(client, QUERY_MS)(sql, values));
      }),
    begin: (mode, { statementSeconds = STATEMENT_MS / 1000 } = {}) =>
      converted(async () => {
        await prepared();
        return begin(mode, statementSeconds * 1000);
      }),
    state: () => ({
      ...counts,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
