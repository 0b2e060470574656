import Type from 'typebox';
import { textIn } from '../../domain/text.ts';
import { TRUE } from '../codecs.ts';
import { jsonOperation } from '../operation.ts';
import { one, required } from '../params.ts';

/** GET /asset.do?assettype=true: lists the asset types. */
export const assettype = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['assettype'],
  summary: 'Asset types',
  errors: [],
  params: { assettype: required(one(TRUE, 'Must be true')) },
  result: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), value: Type.String() })),
  handle: async ({ model, locale }) => ({
    data: [...model.assetTypes.values()].map(({ id, key, name }) => ({
      id: String(id),
      name: textIn(name, locale, model),
      value: key,
    })),
  }),
});
