import type { ClientBase } from 'pg';
import type { Cells } from '../rows.ts';

/** What the client waits longer than the server, in milliseconds, so that the server's own error arrives first. */
const GRACE_MS = 2_000;

/** Runs a statement and returns its rows as arrays of cells. Parameters are `$1`, `$2` … */
export type SqlQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly Cells[]>;

/**
 * Runs statements on one connection. They have no names, because a pooler may give the next one to another session.
 * Several statements separated by `;` can't have parameters.
 */
export function queryOf(client: ClientBase, timeoutMs: number): SqlQuery {
  return async (sql, values = []) => {
    const config = { text: sql, values: [...values], rowMode: 'array' as const, query_timeout: timeoutMs + GRACE_MS };
    return (await client.query<unknown[]>(config)).rows;
  };
}

/** Runs each statement when those before it have ended, because a connection runs only one at a time. */
export function inOrder(query: SqlQuery): SqlQuery {
  let last: Promise<unknown> = Promise.resolve();
  return (sql, values) => {
    const run = () => query(sql, values);
    const result = last.then(run, run);
    last = result;
    return result;
  };
}
