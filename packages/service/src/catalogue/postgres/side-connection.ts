import pg, { type ClientBase } from 'pg';
import type { SqlQuery } from '../sql/sql.ts';
import { nameOfPostgres, type PostgresAddress, readPostgresAddress } from './connection.ts';
import { ofPostgres, standby } from './failures.ts';
import { queryAlone } from './sql-query.ts';

/** Channel on which a commit that makes a revision notifies the readers of all nodes. */
export const CHANGES_CHANNEL = 'abs_changes';
/** Time that a statement may take, in milliseconds. All are short, so a longer one waits for a server that is gone. */
const STATEMENT_MS = 5_000;

/**
 * A connection outside the pool, for statements that must not wait behind those of requests, and for notifications. It is
 * made when it is first used, and again after it was lost.
 */
export interface SideConnection extends AsyncDisposable {
  /** Runs one statement at a time. Rejects on a standby, whose connection it ends. */
  readonly query: SqlQuery;
  /**
   * Calls `wake` when a commit notifies. Behind a pooler in transaction mode no notification arrives, so the caller must
   * also look from time to time. Returns a function that ends the calls.
   */
  onWake(wake: () => void): () => void;
}

/** Opens a connection whenever there is none. `requirePrimary` checks each before it is used. */
export function openSideConnection(
  address: PostgresAddress,
  requirePrimary: (client: ClientBase) => Promise<void>,
): SideConnection {
  const name = nameOfPostgres(address.url);
  const wakes = new Set<() => void>();
  /** The connection that is made or used. */
  let current: { readonly client: pg.Client; readonly connected: Promise<unknown> } | undefined;
  let isClosed = false;

  function connect(): NonNullable<typeof current> {
    if (isClosed) throw new Error('the catalogue is closed');
    const client = new pg.Client({ ...readPostgresAddress(address), query_timeout: STATEMENT_MS });
    // A connection may be lost between two statements.
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    client.on('notification', () => {
      for (const wake of wakes) wake();
    });
    const prepare = async () => {
      await client.connect();
      await requirePrimary(client);
      await client.query(`LISTEN ${CHANGES_CHANNEL}`);
    };
    return { client, connected: prepare() };
  }

  /** Ends a connection that may be unusable. Nobody waits for the end, because the server may be gone. */
  function drop(client: pg.Client | undefined): void {
    if (current?.client === client) current = undefined;
    client?.removeAllListeners('notification');
    client?.end().catch(() => {});
  }

  return {
    query: async (sql, values) => {
      let client: pg.Client | undefined;
      try {
        current ??= connect();
        client = current.client;
        await current.connected;
        const { rows, isStandby } = await queryAlone(client, STATEMENT_MS)(sql, values);
        if (isStandby) throw standby(name);
        return rows;
      } catch (error) {
        drop(client);
        throw ofPostgres(error, name);
      }
    },
    onWake: (wake) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      drop(current?.client);
    },
  };
}
