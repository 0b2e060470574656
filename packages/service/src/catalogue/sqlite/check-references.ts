import type { DatabaseSync } from 'node:sqlite';
import { MAX_NODE_DEPTH } from '../../domain/node-trees.ts';
import { DanglingReference, type Entities } from '../catalogue.ts';
import type { ChangeLog } from './change-log.ts';
import type { DefinitionKind } from './model.ts';

/**
 * Throws DanglingReference if an object touched by the transaction refers to a missing object, and an error if nodes
 * form a cycle or lie too deep.
 */
export function checkReferences(database: DatabaseSync, log: ChangeLog): void {
  const rowsWith = (sql: string, ids: ReadonlySet<number>) =>
    database.prepare(sql).all({ ids: JSON.stringify([...ids]) });
  const idsOf = database.prepare('SELECT id FROM definitions WHERE kind = ?');
  const known = new Map<DefinitionKind, ReadonlySet<number>>();
  const exists = (kind: DefinitionKind, id: number) => {
    const ids = known.get(kind) ?? new Set(idsOf.all(kind).map((row) => Number(row['id'])));
    known.set(kind, ids);
    return ids.has(id);
  };
  const isNode = (id: number) => database.prepare('SELECT 1 FROM nodes WHERE id = ?').get(id) !== undefined;
  const documents = database.prepare('SELECT document FROM definitions WHERE kind = ?');
  const definitions = <K extends DefinitionKind>(kind: K): Entities[K][] =>
    documents.all(kind).map(({ document }) => JSON.parse(String(document)) as Entities[K]);

  /** `sql` returns one row per dangling reference: the owner, the missing target, and optionally the key. */
  const refuse = (
    owner: 'asset' | 'node' | 'review',
    key: string,
    target: string,
    ids: ReadonlySet<number>,
    sql: string,
  ) => {
    if (ids.size === 0) return;
    const [row] = rowsWith(`${sql} LIMIT 1`, ids);
    if (row) {
      const at = row['field'] === undefined ? key : `${key}.${row['field']}`;
      throw new DanglingReference({ kind: owner, id: Number(row['owner']) }, at, {
        kind: target,
        id: Number(row['target']),
      });
    }
  };
  const touched = 'IN (SELECT value FROM json_each(:ids))';
  const missing = (kind: DefinitionKind, column: string) =>
    `${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM definitions WHERE kind = '${kind}')`;

  const nodes = log.touched('node');
  refuse(
    'node',
    'type',
    'node type',
    nodes,
    `SELECT id AS owner, type AS target FROM nodes WHERE id ${touched} AND ${missing('node_type', 'type')}`,
  );
  if (nodes.size > 0) checkNodeTrees(database);
  refuse(
    'node',
    'infofields',
    'node',
    nodes,
    `SELECT n.id AS owner, field.key AS field, named.value AS target FROM nodes AS n
     JOIN json_each(n.fields) AS field JOIN json_each(CASE field.type WHEN 'array' THEN field.value ELSE '[]' END) AS named
     WHERE n.id ${touched} AND n.fields <> '{}' AND named.value NOT IN (SELECT id FROM nodes)`,
  );
  for (const { id, access } of rowsWith(
    `SELECT id, access FROM nodes WHERE id ${touched} AND access IS NOT NULL`,
    nodes,
  )) {
    for (const rule of JSON.parse(String(access)) as NonNullable<Entities['node']['access']>) {
      const owner = { kind: 'node', id: Number(id) } as const;
      if (!exists('group', rule.group))
        throw new DanglingReference(owner, 'access.group', { kind: 'group', id: rule.group });
      const format = rule.download === '*' ? undefined : rule.download.find((each) => !exists('download_format', each));
      if (format !== undefined)
        throw new DanglingReference(owner, 'access.download', { kind: 'download format', id: format });
    }
  }

  const assets = log.touched('asset');
  refuse(
    'asset',
    'type',
    'asset type',
    assets,
    `SELECT id AS owner, type AS target FROM assets WHERE id ${touched} AND ${missing('asset_type', 'type')}`,
  );
  refuse(
    'asset',
    'uploaded_by',
    'user',
    assets,
    `SELECT id AS owner, uploaded_by AS target FROM assets WHERE id ${touched} AND ${missing('user', 'uploaded_by')}`,
  );
  refuse(
    'asset',
    'nodes',
    'node',
    assets,
    `SELECT asset AS owner, node AS target FROM asset_nodes WHERE asset ${touched} AND node NOT IN (SELECT id FROM nodes)`,
  );
  refuse(
    'asset',
    'infofields',
    'node',
    assets,
    `SELECT asset AS owner, node AS target, field FROM asset_references WHERE asset ${touched} AND node NOT IN (SELECT id FROM nodes)`,
  );
  refuse(
    'asset',
    'relations.type',
    'relation type',
    assets,
    `SELECT asset AS owner, type AS target FROM relations WHERE asset ${touched} AND ${missing('relation_type', 'type')}`,
  );
  refuse(
    'asset',
    'relations.to',
    'asset',
    assets,
    `SELECT asset AS owner, other AS target FROM relations WHERE asset ${touched} AND other NOT IN (SELECT id FROM assets)`,
  );
  refuse(
    'review',
    'asset',
    'asset',
    log.touched('review'),
    `SELECT asset AS owner, asset AS target FROM reviews WHERE asset ${touched} AND asset NOT IN (SELECT id FROM assets)`,
  );
  refuse(
    'review',
    'user',
    'user',
    log.touched('review'),
    `SELECT asset AS owner, user AS target FROM reviews WHERE asset ${touched} AND ${missing('user', 'user')}`,
  );

  for (const [field, use] of log.fields) {
    if (!exists('info_field', field))
      throw new DanglingReference(use, 'infofields', { kind: 'information field', id: field });
  }
  for (const [field, uses] of log.numbers) {
    const row = database.prepare("SELECT document FROM definitions WHERE kind = 'info_field' AND id = ?").get(field);
    const { type, items } = JSON.parse(String(row?.['document'])) as Entities['info_field'];
    if (type !== 'dropdown') continue;
    for (const [item, use] of uses) {
      if (!items.some(({ id }) => id === item))
        throw new DanglingReference(use, `infofields.${field}`, { kind: 'dropdown item', id: item });
    }
  }
  // A removed node may be the root of a field that the transaction didn't touch.
  for (const { id, rootNode } of nodes.size + log.touched('info_field').size > 0 ? definitions('info_field') : []) {
    if (rootNode !== undefined && !isNode(rootNode)) {
      throw new DanglingReference({ kind: 'info_field', id }, 'root_node', { kind: 'node', id: rootNode });
    }
  }
  for (const { id, groups } of log.touched('user').size > 0 ? definitions('user') : []) {
    const group = groups.find((each) => !exists('group', each));
    if (group !== undefined) throw new DanglingReference({ kind: 'user', id }, 'groups', { kind: 'group', id: group });
  }
}

/** Checks that every node's parent exists, that no node lies below itself and that none lies too deep. */
function checkNodeTrees(database: DatabaseSync): void {
  const parents = new Map<number, number | undefined>();
  for (const { id, parent } of database.prepare('SELECT id, parent FROM nodes').iterate()) {
    parents.set(Number(id), parent === null ? undefined : Number(parent));
  }
  const depths = new Map<number, number>();
  for (const [start] of parents) {
    const passed: number[] = [];
    const onWay = new Set<number>();
    let at: number | undefined = start;
    for (; at !== undefined && !depths.has(at); at = parents.get(at)) {
      if (onWay.has(at)) throw new Error(`node ${at} lies below itself`);
      onWay.add(at);
      passed.push(at);
      const parent = parents.get(at);
      if (parent !== undefined && !parents.has(parent)) {
        throw new DanglingReference({ kind: 'node', id: at }, 'parent', { kind: 'node', id: parent });
      }
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of passed.reverse()) {
      depth += 1;
      if (depth > MAX_NODE_DEPTH) throw new Error(`node ${node} lies deeper than ${MAX_NODE_DEPTH} levels`);
      depths.set(node, depth);
    }
  }
}
