import { DanglingReference } from '../catalogue.ts';
import type { ChangeNotes } from '../change-notes.ts';
import { checkAccess, checkDefinitions, checkNodeTrees, type Definitions } from '../references.ts';
import { readFields } from '../rows.ts';
import type { SqlQuery } from './query.ts';
import { bigints } from './tables.ts';

type Owner = 'node' | 'asset' | 'review';

const missing = (kind: string, column: string) =>
  `${column} IS NOT NULL AND NOT EXISTS (SELECT FROM definitions d WHERE d.kind = '${kind}' AND d.id = ${column})`;
const noNode = (column: string) => `NOT EXISTS (SELECT FROM nodes x WHERE x.id = ${column})`;
const noAsset = (column: string) => `NOT EXISTS (SELECT FROM assets x WHERE x.id = ${column})`;

/**
 * What may be missing: owner, key, kind of target, and the query for the owners, targets and fields. `t` has the IDs of
 * the owners.
 */
const CHECKS: readonly (readonly [owner: Owner, key: string, target: string, sql: string])[] = [
  [
    'node',
    'type',
    'node type',
    `SELECT n.id, n.type, NULL FROM t JOIN nodes n USING (id) WHERE ${missing('node_type', 'n.type')}`,
  ],
  [
    'asset',
    'type',
    'asset type',
    `SELECT a.id, a.type, NULL FROM t JOIN assets a USING (id) WHERE ${missing('asset_type', 'a.type')}`,
  ],
  [
    'asset',
    'uploaded_by',
    'user',
    `SELECT a.id, a.uploaded_by, NULL FROM t JOIN assets a USING (id) WHERE ${missing('user', 'a.uploaded_by')}`,
  ],
  [
    'asset',
    'nodes',
    'node',
    `SELECT t.id, n.node, NULL FROM t JOIN asset_nodes n ON n.asset = t.id WHERE ${noNode('n.node')}`,
  ],
  [
    'asset',
    'infofields',
    'node',
    `SELECT t.id, r.node, r.field FROM t JOIN asset_references r ON r.asset = t.id WHERE ${noNode('r.node')}`,
  ],
  [
    'asset',
    'relations.type',
    'relation type',
    `SELECT t.id, r.type, NULL FROM t JOIN relations r ON r.asset = t.id WHERE ${missing('relation_type', 'r.type')}`,
  ],
  [
    'asset',
    'relations.to',
    'asset',
    `SELECT t.id, r.other, NULL FROM t JOIN relations r ON r.asset = t.id WHERE ${noAsset('r.other')}`,
  ],
  [
    'review',
    'asset',
    'asset',
    `SELECT t.id, r.asset, NULL FROM t JOIN reviews r ON r.asset = t.id WHERE ${noAsset('r.asset')}`,
  ],
  [
    'review',
    'user',
    'user',
    `SELECT t.id, r."user", NULL FROM t JOIN reviews r ON r.asset = t.id WHERE ${missing('user', 'r."user"')}`,
  ],
];

/**
 * Looks through all touched rows for one that refers to a missing object, and throws DanglingReference for the first.
 */
export async function checkRows(query: SqlQuery, notes: ChangeNotes, definitions: Definitions): Promise<void> {
  for (const [kind, key, target, sql] of CHECKS) {
    const ids = notes.touched(kind);
    if (ids.size === 0) continue;
    const [row] = await query(`WITH t AS (SELECT unnest($1::bigint[]) AS id) ${sql} LIMIT 1`, [bigints(ids)]);
    if (!row) continue;
    const [owner, missed, field] = row;
    const at = field === null ? key : `${key}.${field}`;
    throw new DanglingReference({ kind, id: Number(owner) }, at, { kind: target, id: Number(missed) });
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
