import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { RelationType } from '../domain/model.ts';
import { ApiError, quote } from '../errors.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/**
 * IDs of the assets that this one names, for symmetric types also of those that name it, by relation type, then ID; each once
 * (decisions 6). An unknown type is an error.
 */
export async function relatedIds(
  asset: number,
  typeKey: string | undefined,
  { model, services }: Context<Shape>,
): Promise<readonly number[]> {
  const type = typeKey === undefined ? undefined : requireRelationType(typeKey, model);
  const related = await services.catalogue.relations(asset);
  const ids = related
    .filter((relation) => type === undefined || relation.type === type.id)
    .filter((relation) => !relation.isReverse || model.relationTypes.get(relation.type)?.isSymmetric)
    .map(({ to }) => to);
  return [...new Set(ids)];
}

function requireRelationType(key: string, model: CatalogueModel): RelationType {
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
