import type { CatalogueModel } from '../../../src/domain/catalogue-model.ts';
import type { Viewer } from '../../../src/domain/permissions.ts';
import { allOf, bindIds, type Condition } from './condition.ts';

/**
 * Holds for the assets that the viewer may see: those in no permission-defining node, and those in one that is not hidden
 * (catalogue: access); where the endpoint limits such types, only those in a node of each that is not hidden.
 */
export function isVisible(model: CatalogueModel, viewer: Viewer): Condition {
  if (viewer.seesEveryAsset) return { sql: 'TRUE', bindings: [] };
  const deciding = [...model.trees.nodes()].filter(({ type }) => model.nodeTypes.get(type)?.isPermissionDefining);
  const open = deciding.filter(({ id }) => viewer.canViewNode(id));
  if (viewer.requiredTypes.size > 0) {
    return allOf(Array.from(viewer.requiredTypes, (type) => isIn(open.filter((node) => node.type === type))));
  }
  const hidden = isIn(deciding.filter(({ id }) => !viewer.canViewNode(id)));
  const seen = isIn(open);
  return { sql: `NOT ${hidden.sql} OR ${seen.sql}`, bindings: [...hidden.bindings, ...seen.bindings] };
}

function isIn(nodes: readonly { readonly id: number }[]): Condition {
  // The plus signs keep SQLite from probing the links of an asset once per ID of the list.
  const sql = `EXISTS (
    SELECT 1 FROM asset_nodes AS link WHERE link.asset = asset.id AND +link.node IN (SELECT value FROM json_each(?))
  )`;
  return { sql, bindings: [bindIds(nodes.map(({ id }) => id))] };
}
