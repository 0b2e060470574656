import Type from 'typebox';
import { CATEGORY_KEYS, categoryMessage, FILE_CATEGORIES } from '../../domain/file-properties.ts';
import { TRUE } from '../codecs.ts';
import { jsonOperation } from '../operation.ts';
import { one, required } from '../params.ts';

/** GET /asset.do?file_categories=true: lists the file categories. */
export const fileCategories = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['file_categories'],
  since: '2.9.21',
  summary: 'File categories',
  errors: [],
  params: { file_categories: required(one(TRUE, 'Must be true')) },
  result: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), value: Type.String() })),
  handle: async ({ labels }) => ({
    data: Object.values(FILE_CATEGORIES).map((category) => ({
      id: String(category),
      name: labels.label(categoryMessage(category)),
      value: CATEGORY_KEYS[category],
    })),
  }),
});
