import type { EntityKind } from '../catalogue.ts';
import { DanglingReference } from '../catalogue-errors.ts';
import { openChangeNotes } from '../change-notes.ts';
import { WrongNodeTree } from '../references.ts';
import { readFields } from '../rows.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import { openDefinitions } from './definitions.ts';
import type { Sql } from './sql.ts';

/** Number of rows per read. */
const BATCH = 5_000;

/**
 * Lists the problems of the catalogue: the first dangling reference; empty if there is none. Call it within a transaction,
 * because a commit between two queries would look like a dangling reference.
 */
export async function findProblems(sql: Sql): Promise<readonly string[]> {
  const { query } = sql;
  const definitions = openDefinitions(sql);
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
    await checkRows(sql, notes, definitions.parsed);
    await checkTreesAndDefinitions(sql, notes, definitions.parsed);
    return [];
  } catch (error) {
    // Any other error says nothing about the catalogue: the database may have gone meanwhile.
    if (error instanceof DanglingReference || error instanceof WrongNodeTree) return [error.message];
    throw error;
  }
}
