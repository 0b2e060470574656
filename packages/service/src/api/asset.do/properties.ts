import Type from 'typebox';
import { TRUE } from '../codecs.ts';
import { jsonOperation } from '../operation.ts';
import { one, required } from '../params.ts';
import { propertiesOf } from '../properties.ts';

/** GET /asset.do?properties=true: describes the keys of the general section of details. */
export const properties = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['properties'],
  since: '2.9',
  summary: 'General properties',
  errors: [],
  params: { properties: required(one(TRUE, 'Must be true')) },
  result: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() })),
  handle: async ({ labels, settings }) => ({
    data: propertiesOf(settings).map(({ id, type }) => ({ id, name: labels.label(`property.${id}`), type })),
  }),
});
