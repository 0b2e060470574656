import Type, { type Static } from 'typebox';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { readAll, requireAsset, requireVersion, visible } from '../assets.ts';
import type { Selection } from '../delivery.ts';
import { DOWNLOAD_ERRORS, deliverAll, refuseTooMany, zipReply } from '../download-replies.ts';
import { chooseFormat, refuseForbidden } from '../formats.ts';
import { relatedIds, relationTypeOf } from '../node.do/relations.ts';
import { type Context, type ContextWith, fileOperation } from '../operation.ts';
import { ID, mandatory, one, TEXT } from '../params.ts';
import type { DataReply } from '../replies.ts';

/** Value of `relations` that requests the relation types instead of a download. */
const TYPES = -1;

const RelationTypes = Type.Array(
  Type.Object({
    id: Type.String({ description: 'Number of the relation type' }),
    name: Type.String({ description: 'Name' }),
    value: Type.String({ description: 'Key of the relation type' }),
    reverse_name: Type.Optional(Type.String({ description: 'Name seen from the other asset' })),
  }),
);

const PARAMS = {
  relations: mandatory(one(ID, 'ID of an asset; -1 returns the relation types instead of a download')),
  version: one(ID, 'Number of a version of the asset; without it, the current one'),
  type: one(TEXT, 'Key of a relation type to restrict the result to'),
  format: one(ID, 'ID of a download format; default: the original'),
} as const;

/** GET /asset.do?relations=<asset>: sends an asset and its related assets in a ZIP; `-1` lists the relation types. */
export const assetRelations = fileOperation({
  since: '2.9',
  summary: 'Download of an asset and its related assets',
  description:
    'Returns `assets.zip` with the asset and all assets that `node.do?relations` lists for it and the ' +
    'caller may download; or with `relations=-1` the relation types as JSON.',
  errors: DOWNLOAD_ERRORS,
  mediaTypes: ['application/zip'],
  params: PARAMS,
  result: RelationTypes,
  handle: async (context) => {
    const { params, model } = context;
    if (params.relations === TYPES) return relationTypes(context);
    const type = relationTypeOf(params.type, model);
    const asset = await requireAsset('relations', params.relations, context);
    const version = await requireVersion(asset, params.version, context);
    const first = selectionOf(asset, version, context);
    const ids = (await relatedIds(asset.id, type, context)).filter((id) => id !== asset.id);
    const related = visible(await readAll(ids, context.catalogue.assets), context);
    const others = related.flatMap((each) => selectionIfPossible(each, context));
    refuseTooMany('relations', others.length + 1, context);
    const own = await deliverAll([first], context);
    return await zipReply([...own, ...(await deliverAll(others, context, isUndeliverable))], context);
  },
});

function relationTypes({ model, locale }: Context): DataReply<Static<typeof RelationTypes>> {
  return {
    data: [...model.relationTypes.values()].map(({ id, key, name, reverseName }) => ({
      id: String(id),
      name: textIn(name, locale, model),
      value: key,
      ...(reverseName === undefined ? {} : { reverse_name: textIn(reverseName, locale, model) }),
    })),
  };
}

function selectionOf(asset: Asset, version: Version, context: ContextWith<typeof PARAMS>): Selection {
  const { params } = context;
  const format = params.format === undefined ? undefined : chooseFormat(asset, params.format, context);
  refuseForbidden('relations', asset, format, context);
  context.validity.refuse('relations', asset);
  return { parameter: 'relations', asset, version, format };
}

/** Selects a related asset, or nothing if it cannot be delivered (interface decisions 6). */
function selectionIfPossible(asset: Asset, context: ContextWith<typeof PARAMS>): readonly Selection[] {
  if (!asset.active.file) return [];
  try {
    return [selectionOf(asset, asset.active, context)];
  } catch (error) {
    if (isUndeliverable(error)) return [];
    throw error;
  }
}

/** A temporary error (503) does not justify leaving an asset out, because a retry may deliver it. */
function isUndeliverable(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 503;
}
