import Type from 'typebox';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import type { RelationType } from '../../../../core/src/domain/model.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { AssetEntry, assetEntries, ENTRY_PARAMETERS, entryOptions, WITH_PICTURES } from '../entries.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { ID, mandatory, one, TEXT } from '../params.ts';

/** GET /node.do?relations=<asset>: lists related assets. */
export const relations = jsonOperation({
  since: '2.9.8',
  summary: 'Related assets',
  description:
    'Returns the assets to which this one has a relation, ordered by relation type, then by ID. Relations ' +
    'with a name in the other direction are shown from both sides.',
  errors: ['asset_not_found', 'version_not_found', 'picture_not_allowed'],
  params: {
    relations: mandatory(one(ID, 'ID of an asset')),
    version: one(ID, 'Number of a version, which must exist. Versions have no relations of their own'),
    type: one(TEXT, 'Key of a relation type to restrict the result to'),
    ...ENTRY_PARAMETERS,
  },
  ...WITH_PICTURES,
  result: Type.Array(AssetEntry),
  handle: async (context) => {
    const { params, model } = context;
    const options = entryOptions(params, context);
    const type = relationTypeOf(params.type, model);
    const asset = await requireAsset('relations', params.relations, context);
    await requireVersion(asset, params.version, context);
    const ids = await relatedIds(asset.id, type, context);
    return { data: await assetEntries(ids, options, context), ...options.pictures?.caching() };
  },
});

/**
 * Returns the IDs of related assets: those to which this asset declares a relation and, if the type is seen from both
 * sides, those that declare one to it. Ordered by relation type, then ID, without duplicates (interface decisions 6).
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
