import { findProblems } from '../sql/find-problems.ts';
import type { Postgres } from './database.ts';
import { postgresSql } from './postgres-sql.ts';

/** Time that one check may take, in seconds. */
const STATEMENT_SECONDS = 300;

/**
 * Lists the problems of the catalogue in a database: the first dangling reference; empty if there is none. Damage to
 * the files of the server is found by its own tools.
 */
export async function verifyPostgres(database: Postgres): Promise<readonly string[]> {
  await using transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS });
  return await findProblems(postgresSql(transaction.query));
}
