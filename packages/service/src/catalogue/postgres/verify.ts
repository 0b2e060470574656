import type { EntityKind } from '../catalogue.ts';
import { DanglingReference } from '../catalogue-errors.ts';
import { openChangeNotes } from '../change-notes.ts';
import { WrongNodeTree } from '../references.ts';
import { readFields } from '../rows.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import type { Postgres } from './database.ts';
import { openDefinitions } from './definitions.ts';

/** Number of rows per read. */
const BATCH = 5_000;
/** Time that one check may take, in seconds. */
const STATEMENT_SECONDS = 300;

/**
 * Lists the problems of the catalogue in a database: the first dangling reference; empty if there is none. Damage to
 * the files of the server is found by its own tools.
 */
export async function verifyPostgres(database: Postgres): Promise<readonly string[]> {
  // One state, because a commit between two queries would look like a dangling reference.
  await using transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS });
  const { query } = transaction;
  const definitions = openDefinitions(query);
  await definitions.load();
  const notes = openChangeNotes((field) => definitions.fieldType(field) === 'dropdown');
  for (const [kind, id] of await query('SELECT kind, id FROM definitions')) {
    notes.note(String(kind) as EntityKind, Number(id));
  }
  for (const kind of ['node', 'asset'] as const) {
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = await query(`SELECT id, fields FROM ${kind}s WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [last]);
      for (const [id, fields] of rows) {
        notes.note(kind, Number(id));
        notes.useFields(kind, Number(id), readFields(fields));
      }
      if (rows.length < BATCH) break;
      last = Number(rows.at(-1)?.[0]);
    }
  }
  for (const [asset] of await query('SELECT DISTINCT asset FROM reviews')) notes.note('review', Number(asset));
  try {
    await checkRows(query, notes, definitions.parsed);
    await checkTreesAndDefinitions(query, notes, definitions.parsed);
    return [];
  } catch (error) {
    // Any other error says nothing about the catalogue: the database may have gone meanwhile.
    if (error instanceof DanglingReference || error instanceof WrongNodeTree) return [error.message];
    throw error;
  }
}
