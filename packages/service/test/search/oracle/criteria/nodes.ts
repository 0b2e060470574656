import type { Criterion } from '../../../../src/search/search-index.ts';
import { bindIds, type Condition } from '../condition.ts';
import type { Perspective } from '../perspective.ts';

/** The asset is assigned to one of the nodes, or to one below them, or refers to one in a node reference field. */
export function nodesCondition(
  { ids, recursive, references }: Extract<Criterion, { kind: 'nodes' }>,
  perspective: Perspective,
): Condition {
  const nodes = visibleNodes(ids, recursive, perspective);
  return references ? assignedOrReferring(nodes) : assigned(nodes);
}

/** The asset is assigned to a node of one of the types. */
export function nodeTypesCondition(
  { types }: Extract<Criterion, { kind: 'node_types' }>,
  perspective: Perspective,
): Condition {
  const nodes = [...perspective.model.trees.nodes()].filter(({ type }) => types.includes(type));
  return assigned(
    visibleNodes(
      nodes.map(({ id }) => id),
      false,
      perspective,
    ),
  );
}

/** The field of the asset refers to one of the nodes, or to one below them. */
export function referencesCondition(
  { field, nodes, recursive }: Extract<Criterion, { kind: 'references' }>,
  perspective: Perspective,
): Condition {
  return {
    sql: `asset.id IN (SELECT asset FROM asset_references WHERE node IN (SELECT value FROM json_each(?)) AND field = ?)`,
    bindings: [bindIds(visibleNodes(nodes, recursive, perspective)), field],
  };
}

/** Assigned to one of the nodes or referring to one. */
export function assignedOrReferring(nodes: Iterable<number>): Condition {
  const bound = bindIds(nodes);
  const referring = 'asset.id IN (SELECT asset FROM asset_references WHERE node IN (SELECT value FROM json_each(?)))';
  return { sql: `${assigned(nodes).sql} OR ${referring}`, bindings: [bound, bound] };
}

function assigned(nodes: Iterable<number>): Condition {
  return {
    sql: 'asset.id IN (SELECT asset FROM asset_nodes WHERE node IN (SELECT value FROM json_each(?)))',
    bindings: [bindIds(nodes)],
  };
}

function visibleNodes(ids: readonly number[], recursive: boolean, { model, viewer }: Perspective): ReadonlySet<number> {
  const nodes = new Set<number>();
  for (const id of ids)
    for (const node of recursive ? model.trees.subtree(id) : [id]) if (viewer.canViewNode(node)) nodes.add(node);
  return nodes;
}
