import type { DatabaseSync } from 'node:sqlite';
import type { DefinitionKind, Entities } from '../catalogue.ts';
import { checkAccess, checkDefinitions, checkNodeTrees, type Definitions } from '../references.ts';
import { danglingIn, ROW_REFERENCES } from '../row-references.ts';
import type { ChangeLog } from './change-log.ts';
import { prepareCells } from './statements.ts';

/**
 * Throws DanglingReference if an object touched by the transaction refers to a missing object, and an error if nodes
 * form a cycle or lie too deep.
 */
export function checkReferences(database: DatabaseSync, log: ChangeLog): void {
  const isNode = (id: number) => database.prepare('SELECT 1 FROM nodes WHERE id = ?').get(id) !== undefined;
  const definitions = openDefinitions(database);
  const rowsOf = (sql: string, ids: ReadonlySet<number>) =>
    prepareCells(database, `WITH t AS (SELECT value AS id FROM json_each(?)) ${sql}`).all(JSON.stringify([...ids]));

  for (const reference of [...ROW_REFERENCES, FIELDS_OF_NODES]) {
    const ids = log.touched(reference.owner);
    const [row] = ids.size === 0 ? [] : rowsOf(`${reference.sql} LIMIT 1`, ids);
    if (row) throw danglingIn(reference, row);
  }
  const nodes = log.touched('node');
  if (nodes.size > 0) {
    checkNodeTrees(parentsOf(database));
    const ruled = 'SELECT n.id, n.access FROM t CROSS JOIN nodes n WHERE n.id = t.id AND n.access IS NOT NULL';
    for (const [id, access] of rowsOf(ruled, nodes)) checkAccess(Number(id), String(access), definitions);
  }
  checkDefinitions(log, definitions, isNode);
}

/** Nodes that reference fields of nodes name. */
const FIELDS_OF_NODES: (typeof ROW_REFERENCES)[number] = {
  owner: 'node',
  key: 'infofields',
  target: 'node',
  sql: `SELECT n.id, named.value, field.key FROM t CROSS JOIN nodes n
    JOIN json_each(n.fields) AS field JOIN json_each(CASE field.type WHEN 'array' THEN field.value ELSE '[]' END) AS named
    WHERE n.id = t.id AND n.fields <> '{}' AND named.value NOT IN (SELECT id FROM nodes)`,
};

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
