import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { CatalogueNode } from '../../../../core/src/domain/model.ts';
import { buildNodeTrees } from '../../../../core/src/domain/node-trees.ts';
import type { DefinitionKind, Entities } from '../catalogue.ts';
import { CHANGES_MODEL } from '../change-notes.ts';
import { type Cells, NODE_COLUMNS, readNode } from '../rows.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { readPostgresModel } from './model.ts';

type Languages = Pick<CatalogueModel, 'languages' | 'defaultLanguage'>;

/** Maximum number of changes that are applied one by one. After more, reading the whole model is as fast. */
const MAX_APPLIED = 1000;

const STATE = 'SELECT revision, languages, default_language FROM state';

/**
 * Reads what has changed since `known` and returns the newest model. What hasn't changed stays the same object. All
 * queries must be of one read transaction.
 */
export async function updatePostgresModel(
  query: SqlQuery,
  known: CatalogueModel,
  defaultLanguage?: string,
): Promise<CatalogueModel> {
  const [state] = await query(STATE);
  const changes = await query(
    `SELECT DISTINCT kind, id FROM changes WHERE revision > $1 AND ${CHANGES_MODEL}
     LIMIT ${MAX_APPLIED + 1}`,
    [known.revision],
  );
  if (changes.length > MAX_APPLIED) return await readPostgresModel(query, defaultLanguage);
  const changed = Map.groupBy(changes, ([kind]) => String(kind));
  const kinds = [...changed.keys()].filter((kind) => kind !== 'node' && kind !== 'languages');
  const rows =
    kinds.length === 0
      ? []
      : await query('SELECT kind, id, document FROM definitions WHERE kind = ANY($1) ORDER BY id', [kinds]);
  const byKind = Map.groupBy(rows, ([kind]) => String(kind));
  const of = <K extends DefinitionKind>(kind: K, same: ReadonlyMap<number, Entities[K]>) =>
    changed.has(kind) ? readDefinitions<K>(byKind.get(kind) ?? []) : same;
  const languages = changed.has('languages') ? languagesOf(state, defaultLanguage) : languagesIn(known);
  const nodes = changed.get('node') ?? [];
  const areTreesSame = nodes.length === 0 && !changed.has('languages');
  return {
    revision: Number(state?.[0]),
    ...languages,
    nodeTypes: of('node_type', known.nodeTypes),
    assetTypes: of('asset_type', known.assetTypes),
    infoFields: of('info_field', known.infoFields),
    relationTypes: of('relation_type', known.relationTypes),
    downloadFormats: of('download_format', known.downloadFormats),
    groups: of('group', known.groups),
    users: of('user', known.users),
    trees: areTreesSame ? known.trees : buildNodeTrees(await nodesAfter(query, known, nodes), languages),
  };
}

/** The nodes of `known`, with the changed ones as they are now, ordered by ID. */
async function nodesAfter(query: SqlQuery, known: CatalogueModel, changes: readonly Cells[]): Promise<CatalogueNode[]> {
  const ids = changes.map(([, id]) => Number(id));
  const rows = await query(`SELECT ${NODE_COLUMNS} FROM nodes WHERE id = ANY($1)`, [ids]);
  const nodes = new Map<number, CatalogueNode>();
  for (const node of known.trees.nodes()) nodes.set(node.id, node);
  for (const id of ids) nodes.delete(id);
  for (const row of rows) {
    const node = readNode(row);
    nodes.set(node.id, node);
  }
  return [...nodes.values()].sort((a, b) => a.id - b.id);
}

function readDefinitions<K extends DefinitionKind>(rows: readonly Cells[]): ReadonlyMap<number, Entities[K]> {
  return new Map(rows.map(([, id, document]) => [Number(id), JSON.parse(String(document)) as Entities[K]]));
}

function languagesOf(state: Cells | undefined, defaultLanguage: string | undefined): Languages {
  return {
    languages: JSON.parse(String(state?.[1])) as string[],
    defaultLanguage: defaultLanguage ?? String(state?.[2]),
  };
}

function languagesIn({ languages, defaultLanguage }: CatalogueModel): Languages {
  return { languages, defaultLanguage };
}
