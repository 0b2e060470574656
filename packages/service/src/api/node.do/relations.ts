import Type from 'typebox';
import { requireAsset, requireVersion } from '../assets.ts';
import { AssetEntry, assetEntries, ENTRY_PARAMETERS, entryOptions } from '../entries.ts';
import { jsonOperation } from '../operation.ts';
import { INTEGER, one, required, TEXT } from '../params.ts';
import { relatedIds, relationTypeOf } from '../relations.ts';

/** GET /node.do?relations=<asset>: lists related assets. */
export const relations = jsonOperation({
  since: '2.9.8',
  summary: 'Related assets',
  errors: ['asset_not_found', 'version_not_found'],
  params: {
    relations: required(one(INTEGER, 'ID of an asset')),
    version: one(INTEGER, 'Number of a version, which must exist. Versions have no relations of their own'),
    type: one(TEXT, 'Key of a relation type to restrict the result to'),
    ...ENTRY_PARAMETERS,
  },
  result: Type.Array(AssetEntry),
  handle: async (context) => {
    const { params, model } = context;
    const options = entryOptions(params, context);
    const type = relationTypeOf(params.type, model);
    const asset = await requireAsset('relations', params.relations, context);
    await requireVersion(asset, params.version, context);
    const ids = await relatedIds(asset.id, type, context);
    return { data: await assetEntries(ids, options, context) };
  },
});
