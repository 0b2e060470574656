import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Viewer } from '../../domain/permissions.ts';
import { bindIds, type Condition } from './condition.ts';

/**
 * Selects the assets that the viewer may not see: those that stand in a hidden node, and in no permission-defining node that
 * is not hidden (catalogue: access).
 */
export function selectHiddenAssets(model: CatalogueModel, viewer: Viewer): Condition {
  const open: number[] = [];
  for (const node of model.forest.nodes())
    if (model.nodeTypes.get(node.type)?.isPermissionDefining && !viewer.hiddenNodes.has(node.id)) open.push(node.id);
  return {
    sql: `SELECT hidden.asset FROM asset_nodes AS hidden
      WHERE hidden.node IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (
        SELECT 1 FROM asset_nodes AS open
        WHERE open.asset = hidden.asset AND open.node IN (SELECT value FROM json_each(?))
      )`,
    bindings: [bindIds(viewer.hiddenNodes), bindIds(open)],
  };
}

/** Holds for the assets that the viewer may see. */
export function isVisible(model: CatalogueModel, viewer: Viewer): Condition {
  if (viewer.hiddenNodes.size === 0) return { sql: 'TRUE', bindings: [] };
  const hidden = selectHiddenAssets(model, viewer);
  return { sql: `asset.id NOT IN (${hidden.sql})`, bindings: hidden.bindings };
}
