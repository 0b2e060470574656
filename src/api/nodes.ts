import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { CatalogueNode } from '../domain/model.ts';
import { ApiError } from '../errors.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/** The node of an ID, of the kind asked for; one that is unknown, hidden or of another kind does not exist (decisions 3). */
export function requireNode(
  parameter: string,
  id: number,
  { model, viewer }: Pick<Context<Shape>, 'model' | 'viewer'>,
  kind?: number,
): CatalogueNode {
  const node = model.forest.get(id);
  if (!node || !viewer.canViewNode(id)) throw new ApiError('node_not_found', `${parameter}: node ${id} does not exist`);
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
