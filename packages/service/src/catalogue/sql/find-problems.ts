import type { EntityKind } from '../catalogue.ts';
import { DanglingReference } from '../catalogue-errors.ts';
import { ChangeNotes } from '../change-notes.ts';
import { WrongNodeTree } from '../references.ts';
import { readFields } from '../rows.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import { TransactionDefinitions } from './definitions.ts';
import type { Sql } from './sql.ts';

/** Number of rows per read. */
const BATCH = 5_000;

/**
 * Lists the problems of the catalogue: JSON that can't be read, or the first dangling reference; empty if there is none. Call
 * it within a transaction, because a commit between two queries would look like a dangling reference.
 */
export async function findProblems(sql: Sql): Promise<readonly string[]> {
  const definitions = new TransactionDefinitions(sql);
  await definitions.load();
  const notes = new ChangeNotes((field) => definitions.fieldType(field) === 'dropdown');
  try {
    await noteAll(sql, notes);
    await checkRows(sql, notes, definitions.parsed);
    await checkTreesAndDefinitions(sql, notes, definitions.parsed);
    return [];
  } catch (error) {
    // Any other error says nothing about the catalogue: the database may have gone meanwhile.
    if (error instanceof DanglingReference || error instanceof WrongNodeTree) return [error.message];
    if (error instanceof SyntaxError) return [`the catalogue has JSON that can't be read: ${error.message}`];
    throw error;
  }
}

/** Notes every object, as if a transaction had touched it. */
async function noteAll({ query }: Sql, notes: ChangeNotes): Promise<void> {
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
}
