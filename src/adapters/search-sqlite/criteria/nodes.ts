import type { Criterion } from '../../../ports/search-index.ts';
import { bindIds, type Condition } from '../condition.ts';
import type { Perspective } from '../perspective.ts';

/** The asset is assigned to one of the nodes, or to one below them, or names one in a node reference field. */
export function nodesCondition(
  { ids, recursive, references }: Extract<Criterion, { kind: 'nodes' }>,
  { model, viewer }: Perspective,
): Condition {
  const nodes = new Set<number>();
  for (const id of ids)
    for (const node of recursive ? model.forest.subtree(id) : [id]) if (viewer.canViewNode(node)) nodes.add(node);
  const bound = bindIds(nodes);
  const assigned = 'asset.id IN (SELECT asset FROM asset_nodes WHERE node IN (SELECT value FROM json_each(?)))';
  if (!references) return { sql: assigned, bindings: [bound] };
  const referring = 'asset.id IN (SELECT asset FROM asset_references WHERE node IN (SELECT value FROM json_each(?)))';
  return { sql: `${assigned} OR ${referring}`, bindings: [bound, bound] };
}
