import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { invalidParameter, quote } from '../domain/errors.ts';
import type { RelationType } from '../domain/model.ts';
import type { Context } from './operation.ts';

/**
 * Returns the IDs of related assets: those to which this asset declares a relation and, if the type is seen from both
 * sides, those that declare one to it. Ordered by relation type, then ID, without duplicates (decisions 6).
 */
export async function relatedIds(
  asset: number,
  type: RelationType | undefined,
  { model, catalogue }: Context,
): Promise<readonly number[]> {
  const related = await catalogue.relations(asset);
  const ids = related
    .filter((relation) => type === undefined || relation.type === type.id)
    .filter((relation) => !relation.isReverse || isSeenFromBothSides(model.relationTypes.get(relation.type)))
    .map(({ to }) => to);
  return [...new Set(ids)];
}

function isSeenFromBothSides(type: RelationType | undefined): boolean {
  return type !== undefined && (type.isSymmetric || type.reverseName !== undefined);
}

/**
 * Returns the relation type with this key; undefined without a key. An unknown key is an error. Call this before
 * revealing anything about an asset.
 */
export function relationTypeOf(key: string | undefined, model: CatalogueModel): RelationType | undefined {
  if (key === undefined) return undefined;
  const type = model.relationTypes.values().find((each) => each.key === key);
  if (!type) {
    const keys = [...model.relationTypes.values()].map((each) => each.key).join(', ');
    throw invalidParameter(
      `type: ${quote(key)} is not one of ${keys || 'the relation types, of which there are none'}`,
    );
  }
  return type;
}
