import type { Postgres } from './database.ts';

/** Time that the question may take, in seconds: it reads all rows. */
const STATEMENT_SECONDS = 300;

/**
 * Tables that a restore doesn't bring back as they were: those by which running nodes agree, and how far webhooks are. One that is
 * forgotten here only causes needless copies.
 */
const NOT_RESTORED = 'agreement ended_sessions import_holder journal_keys journals shared_bases webhooks'.split(' ');

/**
 * Returns a fingerprint of all rows of a catalogue, from where the server keeps each and which transaction wrote it. Equal ones stand
 * for equal rows; a different one may also come from rows that the server has moved.
 */
export async function writtenRows(database: Postgres): Promise<string> {
  await using transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS });
  const { query } = transaction;
  const tables = await query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname <> ALL($1)`,
    [NOT_RESTORED],
  );
  const rowsOf = ([name]: (typeof tables)[number]) =>
    `SELECT '${name}', count(*), sum(hashtextextended(ctid::text || ' ' || xmin::text, 0))::text FROM "${name}"`;
  // The server reads large tables in parallel, and answers in any order.
  return JSON.stringify(await query(`${tables.map(rowsOf).join(' UNION ALL ')} ORDER BY 1`));
}
