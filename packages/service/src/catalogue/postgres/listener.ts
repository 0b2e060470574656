import pg from 'pg';
import { nameOfPostgres, type PostgresAddress, readPostgresAddress } from './connection.ts';
import { ofPostgres, standby } from './failures.ts';
import { queryAlone, type SqlQuery } from './query.ts';

/** Time that a statement may take, in milliseconds. All are short, so a longer one waits for a server that is gone. */
const STATEMENT_MS = 5_000;

/** A connection of its own, which is made when it is first used, and again after it was lost. */
export interface Listener extends AsyncDisposable {
  /** Runs one statement at a time. Rejects on a standby, whose connection it ends. */
  readonly query: SqlQuery;
}

/**
 * Opens a connection that calls `onWake` when a commit notifies the channel. Behind a pooler in transaction mode no
 * notification arrives, so the caller must also look from time to time.
 */
export function openListener(
  address: PostgresAddress,
  { channel, onWake }: { readonly channel: string; onWake(): void },
): Listener {
  const name = nameOfPostgres(address.url);
  let connected: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...readPostgresAddress(address), query_timeout: STATEMENT_MS });
    // A connection may be lost between two statements.
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    client.on('notification', onWake);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      drop(client);
      throw error;
    }
    if (isClosed) drop(client);
    else connected = client;
    return client;
  }

  /** Ends a connection that may be unusable. Nobody waits for the end, because the server may be gone. */
  function drop(client: pg.Client): void {
    if (connected === client) connected = undefined;
    client.off('notification', onWake);
    client.end().catch(() => {});
  }

  return {
    query: async (sql, values) => {
      let client: pg.Client | undefined;
      try {
        client = connected ?? (await connect());
        const { rows, isStandby } = await queryAlone(client, STATEMENT_MS)(sql, values);
        if (isStandby) throw standby(name);
        return rows;
      } catch (error) {
        if (client) drop(client);
        throw ofPostgres(error, name);
      }
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      if (connected) drop(connected);
    },
  };
}
