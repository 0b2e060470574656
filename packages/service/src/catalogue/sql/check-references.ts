import { DanglingReference } from '../catalogue-errors.ts';
import type { ChangeNotes } from '../change-notes.ts';
import { checkAccess, checkDefinitions, checkNodeTrees, type Definitions } from '../references.ts';
import { danglingIn, ROW_REFERENCES } from '../row-references.ts';
import { readFields } from '../rows.ts';
import type { Sql } from './sql.ts';

/**
 * Looks through all touched rows for one that refers to a missing object, and throws DanglingReference for the first.
 */
export async function checkRows(sql: Sql, notes: ChangeNotes, definitions: Definitions): Promise<void> {
  for (const reference of ROW_REFERENCES) {
    const ids = notes.touched(reference.owner);
    if (ids.size === 0) continue;
    const dangling = `WITH t AS (SELECT id FROM ${sql.idsIn('$1', 'touched')}) ${reference.sql} LIMIT 1`;
    const [row] = await sql.query(dangling, [sql.ids(ids)]);
    if (row) throw danglingIn(reference, row);
  }
  const nodes = notes.touched('node');
  if (nodes.size === 0) return;
  await checkFieldsOfNodes(sql, nodes);
  const ruled = await sql.query(
    `SELECT id, access FROM nodes WHERE access IS NOT NULL AND ${sql.isOneOf('id', '$1')}`,
    [sql.ids(nodes)],
  );
  for (const [id, access] of ruled) checkAccess(Number(id), String(access), definitions);
}

/**
 * Checks the nodes that reference fields of nodes name. PostgreSQL can't look into JSON that contains NUL characters or
 * unpaired surrogates.
 */
async function checkFieldsOfNodes(sql: Sql, touched: ReadonlySet<number>): Promise<void> {
  const rows = await sql.query(
    `SELECT id, fields FROM nodes WHERE ${sql.isOneOf('id', '$1')} AND CAST(fields AS text) LIKE '%[%'`,
    [sql.ids(touched)],
  );
  const named = rows.flatMap(([id, fields]) =>
    [...readFields(fields)].flatMap(([field, value]) =>
      Array.isArray(value) ? value.map((node: number) => ({ id: Number(id), field, node })) : [],
    ),
  );
  const existing = await existingNodes(
    sql,
    named.map(({ node }) => node),
  );
  const wrong = named.find(({ node }) => !existing.has(node));
  if (!wrong) return;
  const to = { kind: 'node', id: wrong.node };
  throw new DanglingReference({ kind: 'node', id: wrong.id }, `infofields.${wrong.field}`, to);
}

async function existingNodes(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await sql.query(`SELECT id FROM nodes WHERE ${sql.isOneOf('id', '$1')}`, [sql.ids(new Set(ids))]);
  return new Set(rows.map(([id]) => Number(id)));
}

/**
 * Checks the tree of nodes, if the transaction has touched it, and the definitions. Throws DanglingReference or
 * WrongNodeTree.
 */
export async function checkTreesAndDefinitions(sql: Sql, notes: ChangeNotes, definitions: Definitions): Promise<void> {
  if (notes.touched('node').size > 0) {
    const rows = await sql.query('SELECT id, parent FROM nodes');
    checkNodeTrees(new Map(rows.map(([id, parent]) => [Number(id), parent === null ? undefined : Number(parent)])));
  }
  const mayMissRoots = notes.touched('node').size + notes.touched('info_field').size > 0;
  const roots = mayMissRoots ? [...definitions('info_field').values()].flatMap(({ rootNode }) => rootNode ?? []) : [];
  const existing = await existingNodes(sql, roots);
  checkDefinitions(notes, definitions, (id) => existing.has(id));
}
