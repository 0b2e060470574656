import type { CatalogueModel } from '../../src/domain/catalogue-model.ts';
import type { Viewer } from '../../src/domain/permissions.ts';
import { bindIds, type Condition } from './condition.ts';

/**
 * Holds for the assets that the viewer may see: those in no hidden node, and those in a permission-defining node that is not
 * hidden (catalogue: access).
 */
export function isVisible(model: CatalogueModel, viewer: Viewer): Condition {
  if (viewer.hiddenNodes.size === 0) return { sql: 'TRUE', bindings: [] };
  const open: number[] = [];
  for (const node of model.forest.nodes())
    if (model.nodeTypes.get(node.type)?.isPermissionDefining && viewer.canViewNode(node.id)) open.push(node.id);
  // The plus signs keep SQLite from probing the links of an asset once per ID of the list.
  const isIn = `EXISTS (
    SELECT 1 FROM asset_nodes AS link WHERE link.asset = asset.id AND +link.node IN (SELECT value FROM json_each(?))
  )`;
  return { sql: `NOT ${isIn} OR ${isIn}`, bindings: [bindIds(viewer.hiddenNodes), bindIds(open)] };
}
