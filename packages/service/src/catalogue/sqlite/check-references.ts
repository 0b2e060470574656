import type { DatabaseSync } from 'node:sqlite';
import { DanglingReference, type DefinitionKind, type Entities } from '../catalogue.ts';
import { checkAccess, checkDefinitions, checkNodeTrees, type Definitions } from '../references.ts';
import type { ChangeLog } from './change-log.ts';

/**
 * Throws DanglingReference if an object touched by the transaction refers to a missing object, and an error if nodes
 * form a cycle or lie too deep.
 */
export function checkReferences(database: DatabaseSync, log: ChangeLog): void {
  const rowsWith = (sql: string, ids: ReadonlySet<number>) =>
    database.prepare(sql).all({ ids: JSON.stringify([...ids]) });
  const isNode = (id: number) => database.prepare('SELECT 1 FROM nodes WHERE id = ?').get(id) !== undefined;
  const definitions = openDefinitions(database);

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
  if (nodes.size > 0) checkNodeTrees(parentsOf(database));
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
    checkAccess(Number(id), String(access), definitions);
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

  checkDefinitions(log, definitions, isNode);
}

/** Reads the definitions of a kind when they are first asked for. */
function openDefinitions(database: DatabaseSync): Definitions {
  const documents = database.prepare('SELECT id, document FROM definitions WHERE kind = ?');
  const known = new Map<DefinitionKind, ReadonlyMap<number, unknown>>();
  const read = (kind: DefinitionKind) =>
    new Map(documents.all(kind).map(({ id, document }) => [Number(id), JSON.parse(String(document))]));
  return <K extends DefinitionKind>(kind: K) =>
    known.getOrInsertComputed(kind, read) as ReadonlyMap<number, Entities[K]>;
}

function parentsOf(database: DatabaseSync): ReadonlyMap<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  for (const { id, parent } of database.prepare('SELECT id, parent FROM nodes').iterate()) {
    parents.set(Number(id), parent === null ? undefined : Number(parent));
  }
  return parents;
}
