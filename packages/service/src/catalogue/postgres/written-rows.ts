import type { Postgres } from './database.ts';

/** Time that the question may take, in seconds: it reads all rows. */
const STATEMENT_SECONDS = 300;

/**
 * Tables by which nodes agree, and how far webhooks are, which a restore lets begin anew. A table that is missing here only makes
 * backups slower.
 */
const OF_NODES = [
  ...['agreement', 'ended_sessions', 'import_holder', 'journal_keys', 'journals', 'shared_bases', 'webhooks'],
];

/**
 * Names the rows of a catalogue by their places in the files of the server and the transactions that wrote them. Equal texts
 * stand for equal rows; rows that the server moves make another one.
 */
export async function writtenRows(database: Postgres): Promise<string> {
  await using transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS });
  const { query } = transaction;
  const tables = await query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname <> ALL($1)`,
    [OF_NODES],
  );
  const rowsOf = ([name]: (typeof tables)[number]) =>
    `SELECT '${name}', count(*), sum(hashtextextended(ctid::text || ' ' || xmin::text, 0))::text FROM "${name}"`;
  // The server reads large tables beside each other, and answers in any order.
  return JSON.stringify(await query(`${tables.map(rowsOf).join(' UNION ALL ')} ORDER BY 1`));
}
