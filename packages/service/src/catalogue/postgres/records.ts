import type { Records } from '../records.ts';
import { recordsIn } from '../sql/read-all.ts';
import type { Postgres } from './database.ts';
import { readPostgresModel } from './model.ts';
import { postgresSql } from './postgres-sql.ts';

/** Time that one batch may take, in seconds. */
const STATEMENT_SECONDS = 60;

/** Opens the objects of the newest state, which a transaction holds while others write. It holds a connection. */
export async function openPostgresRecords(
  database: Postgres,
  { defaultLanguage }: { readonly defaultLanguage?: string } = {},
): Promise<Records> {
  const transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS, staysOpen: true });
  try {
    const { query } = transaction;
    return await recordsIn(postgresSql(query), await readPostgresModel(query, defaultLanguage), transaction);
  } catch (error) {
    await transaction[Symbol.asyncDispose]();
    throw error;
  }
}
