import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { ApiError, quote } from '../domain/errors.ts';
import type { RelationType } from '../domain/model.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/**
 * IDs of the assets that this one names, and of those that name it where the type is seen from both sides; by relation type, then
 * ID; each once (decisions 6).
 */
export async function relatedIds(
  asset: number,
  type: RelationType | undefined,
  { model, services }: Context<Shape>,
): Promise<readonly number[]> {
  const related = await services.catalogue.relations(asset);
  const ids = related
    .filter((relation) => type === undefined || relation.type === type.id)
    .filter((relation) => !relation.isReverse || isSeenFromBothSides(model.relationTypes.get(relation.type)))
    .map(({ to }) => to);
  return [...new Set(ids)];
}

function isSeenFromBothSides(type: RelationType | undefined): boolean {
  return type !== undefined && (type.isSymmetric || type.reverseName !== undefined);
}

/** The type of this key, undefined without one; an unknown key is an error. To be asked before anything is told of an asset. */
export function relationTypeOf(key: string | undefined, model: CatalogueModel): RelationType | undefined {
  if (key === undefined) return undefined;
  const type = model.relationTypes.values().find((each) => each.key === key);
  if (!type) {
    const keys = [...model.relationTypes.values()].map((each) => each.key).join(', ');
    throw new ApiError(
      'parameter_invalid',
      `type: ${quote(key)} is not one of ${keys || 'the relation types, of which there are none'}`,
    );
  }
  return type;
}
