import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { CatalogueNode, InfoField } from '../../../core/src/domain/model.ts';
import type { Context } from './operation.ts';

/** Returns the node with this ID; undefined if it is unknown or hidden. */
export function findNode(id: number, { model, viewer }: Pick<Context, 'model' | 'viewer'>): CatalogueNode | undefined {
  return viewer.canViewNode(id) ? model.trees.get(id) : undefined;
}

/** Returns the root of a node reference field; undefined if it has none or the viewer may not view it. */
export function rootOf({ rootNode }: InfoField, here: Pick<Context, 'model' | 'viewer'>): CatalogueNode | undefined {
  return rootNode === undefined ? undefined : findNode(rootNode, here);
}

/** Returns the IDs of nodes that exist for the viewer; the others match nothing in a search (interface decisions 5). */
export function existingNodes(ids: readonly number[], here: Pick<Context, 'model' | 'viewer'>): number[] {
  return ids.filter((id) => findNode(id, here) !== undefined);
}

/**
 * Returns the node with this ID. Throws `node_not_found` if it is unknown, hidden or of another type than `kind`
 * (interface decisions 3).
 */
export function requireNode(
  parameter: string,
  id: number,
  { model, viewer }: Pick<Context, 'model' | 'viewer'>,
  kind?: number,
): CatalogueNode {
  const node = findNode(id, { model, viewer });
  if (!node) throw new ApiError('node_not_found', `${parameter}: node ${id} does not exist`);
  if (kind !== undefined && node.type !== kind) {
    throw new ApiError('node_not_found', `${parameter}: node ${id} of kind ${kind} does not exist`);
  }
  return node;
}

/** Throws `node_type_not_found` if the node type is unknown; undefined stands for every type. */
export function requireNodeType(parameter: string, type: number | undefined, model: CatalogueModel): void {
  if (type === undefined || model.nodeTypes.has(type)) return;
  throw new ApiError('node_type_not_found', `${parameter}: node type ${type} does not exist`);
}
