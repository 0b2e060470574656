import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { ApiError } from '../domain/errors.ts';
import type { CatalogueNode, InfoField } from '../domain/model.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/** The node of an ID; undefined where it is unknown or hidden. */
export function findNode(
  id: number,
  { model, viewer }: Pick<Context<Shape>, 'model' | 'viewer'>,
): CatalogueNode | undefined {
  return viewer.canViewNode(id) ? model.forest.get(id) : undefined;
}

/** The root of a node reference field; undefined where the field has none, or one that is hidden. */
export function rootOf(
  { rootNode }: InfoField,
  here: Pick<Context<Shape>, 'model' | 'viewer'>,
): CatalogueNode | undefined {
  return rootNode === undefined ? undefined : findNode(rootNode, here);
}

/** The IDs of nodes that exist for the viewer; others find nothing in a search (decisions 5). */
export function existingNodes(ids: readonly number[], here: Pick<Context<Shape>, 'model' | 'viewer'>): number[] {
  return ids.filter((id) => findNode(id, here) !== undefined);
}

/** The node of an ID, of the kind asked for; one that is unknown, hidden or of another kind does not exist (decisions 3). */
export function requireNode(
  parameter: string,
  id: number,
  { model, viewer }: Pick<Context<Shape>, 'model' | 'viewer'>,
  kind?: number,
): CatalogueNode {
  const node = findNode(id, { model, viewer });
  if (!node) throw new ApiError('node_not_found', `${parameter}: node ${id} does not exist`);
  if (kind !== undefined && node.type !== kind) {
    throw new ApiError('node_not_found', `${parameter}: node ${id} of kind ${kind} does not exist`);
  }
  return node;
}

/** An unknown node type is an error like an unknown node; undefined is every type. */
export function requireNodeType(parameter: string, type: number | undefined, model: CatalogueModel): void {
  if (type === undefined || model.nodeTypes.has(type)) return;
  throw new ApiError('node_not_found', `${parameter}: node type ${type} does not exist`);
}
