import pg, { type ClientBase, type QueryArrayResult } from 'pg';
import type { Cells } from '../rows.ts';
import type { SqlQuery } from '../sql/sql.ts';

/** What the client waits longer than the server, in milliseconds, so that the server's own error arrives first. */
const GRACE_MS = 2_000;

type Results = QueryArrayResult<unknown[]> | readonly QueryArrayResult<unknown[]>[];

/**
 * Runs statements within a transaction of one connection. They have no names, because a pooler may give the next one to
 * another session. Several statements separated by `;` can't have parameters; the rows are those of the last.
 */
export function queryOf(client: ClientBase, timeoutMs: number): SqlQuery {
  return async (sql, values = []) => {
    const config = { text: sql, values: [...values], rowMode: 'array' as const, query_timeout: timeoutMs + GRACE_MS };
    const results: Results = await client.query<unknown[]>(config);
    return (Array.isArray(results) ? results.at(-1) : results).rows;
  };
}

/**
 * Runs statements by themselves, and tells whether the server is a standby. A statement before each, in the same message
 * and the same transaction, limits its time: behind a pooler there is no session that could keep the limit, and a server
 * that isn't told goes on when the client has given up. `settings` are for the transaction, too.
 */
export function queryAlone(
  client: ClientBase,
  timeoutMs: number,
  settings: Readonly<Record<string, string>> = {},
): (...statement: Parameters<SqlQuery>) => Promise<{ readonly rows: readonly Cells[]; readonly isStandby: boolean }> {
  const all = Object.entries({ statement_timeout: String(timeoutMs), ...settings });
  const calls = all.map(([name, value]) => `set_config('${name}', '${value}', true)`);
  // In the list of the query, because calls after FROM would cost four times as much.
  const before = { name: '', text: `SELECT pg_is_in_recovery(), ${calls.join(', ')}`, types: [] };
  return async (sql, values = []) => {
    const answered = Promise.withResolvers<Results>();
    const config = { text: sql, values: [...values], rowMode: 'array' as const, queryMode: 'extended' };
    const query = new pg.Query(config, (error: Error | null | undefined, results: unknown) => {
      if (error) answered.reject(error);
      else answered.resolve(results as Results);
    });
    const { submit } = query;
    query.submit = (connection) => {
      connection.stream.cork();
      connection.parse(before, true);
      connection.bind({}, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
      const wrong: unknown = submit.call(query, connection);
      connection.stream.uncork();
      return wrong;
    };
    client.query(Object.assign(query, { query_timeout: timeoutMs + GRACE_MS }));
    const results = await answered.promise;
    const [first, last] = Array.isArray(results) ? results : [results];
    return { rows: last?.rows ?? [], isStandby: first?.rows[0]?.[0] === true };
  };
}
