import { DanglingReference } from '../catalogue-errors.ts';
import type { ChangeNotes } from '../change-notes.ts';
import { checkAccess, checkDefinitions, checkNodeTrees, type Definitions } from '../references.ts';
import { danglingIn, ROW_REFERENCES } from '../row-references.ts';
import { readFields } from '../rows.ts';
import type { SqlQuery } from './sql-query.ts';
import { bigints } from './tables.ts';

/**
 * Looks through all touched rows for one that refers to a missing object, and throws DanglingReference for the first.
 */
export async function checkRows(query: SqlQuery, notes: ChangeNotes, definitions: Definitions): Promise<void> {
  for (const reference of ROW_REFERENCES) {
    const ids = notes.touched(reference.owner);
    if (ids.size === 0) continue;
    const sql = `WITH t AS (SELECT unnest($1::bigint[]) AS id) ${reference.sql} LIMIT 1`;
    const [row] = await query(sql, [bigints(ids)]);
    if (row) throw danglingIn(reference, row);
  }
  await checkFieldsOfNodes(query, notes.touched('node'));
  const ruled = await query('SELECT id, access FROM nodes WHERE access IS NOT NULL AND id = ANY($1::bigint[])', [
    bigints(notes.touched('node')),
  ]);
  for (const [id, access] of ruled) checkAccess(Number(id), String(access), definitions);
}

/**
 * Checks the nodes that reference fields of nodes name. PostgreSQL can't look into JSON that contains NUL characters or
 * unpaired surrogates.
 */
async function checkFieldsOfNodes(query: SqlQuery, touched: ReadonlySet<number>): Promise<void> {
  const rows = await query(`SELECT id, fields FROM nodes WHERE id = ANY($1::bigint[]) AND fields::text LIKE '%[%'`, [
    bigints(touched),
  ]);
  const named = rows.flatMap(([id, fields]) =>
    [...readFields(fields)].flatMap(([field, value]) =>
      Array.isArray(value) ? value.map((node: number) => ({ id: Number(id), field, node })) : [],
    ),
  );
  const existing = await existingNodes(
    query,
    named.map(({ node }) => node),
  );
  const wrong = named.find(({ node }) => !existing.has(node));
  if (!wrong) return;
  const to = { kind: 'node', id: wrong.node };
  throw new DanglingReference({ kind: 'node', id: wrong.id }, `infofields.${wrong.field}`, to);
}

async function existingNodes(query: SqlQuery, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await query('SELECT id FROM nodes WHERE id = ANY($1::bigint[])', [bigints(new Set(ids))]);
  return new Set(rows.map(([id]) => Number(id)));
}

/**
 * Checks the tree of nodes, if the transaction has touched it, and the definitions. Throws DanglingReference or
 * WrongNodeTree.
 */
export async function checkTreesAndDefinitions(
  query: SqlQuery,
  notes: ChangeNotes,
  definitions: Definitions,
): Promise<void> {
  if (notes.touched('node').size > 0) {
    const rows = await query('SELECT id, parent FROM nodes');
    checkNodeTrees(new Map(rows.map(([id, parent]) => [Number(id), parent === null ? undefined : Number(parent)])));
  }
  const mayMissRoots = notes.touched('node').size + notes.touched('info_field').size > 0;
  const roots = mayMissRoots ? [...definitions('info_field').values()].flatMap(({ rootNode }) => rootNode ?? []) : [];
  const existing = await existingNodes(query, roots);
  checkDefinitions(notes, definitions, (id) => existing.has(id));
}
