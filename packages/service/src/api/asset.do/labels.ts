/** Names in the language of the request: of asset types, file categories, general properties and messages. */
import Type from 'typebox';
import { fieldName } from '../../../../core/src/domain/field-values.ts';
import { CATEGORY_KEYS, categoryMessage, FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { each, mandatory, one, TEXT, TRUE } from '../params.ts';
import { propertiesOf } from '../properties.ts';

const SELECTED = mandatory(one(TRUE, 'Selects this operation; only `true` is accepted'));
const NamedValues = Type.Array(
  Type.Object(
    {
      id: Type.String({ description: 'Number, for searches' }),
      name: Type.String({ description: 'Name' }),
      value: Type.String({ description: 'Key, the same in all languages' }),
    },
    { title: 'NamedValue' },
  ),
);

/** GET /asset.do?assettype=true: lists the asset types. */
export const assettype = jsonOperation({
  summary: 'Asset types',
  description: 'Returns the asset types of the catalogue, for `search_asset_type`.',
  errors: [],
  params: { assettype: SELECTED },
  result: NamedValues,
  handle: async ({ model, locale }) => ({
    data: [...model.assetTypes.values()].map(({ id, key, name }) => ({
      id: String(id),
      name: textIn(name, locale, model),
      value: key,
    })),
  }),
});

/** GET /asset.do?file_categories=true: lists the file categories. */
export const fileCategories = jsonOperation({
  since: '2.9.21',
  summary: 'File categories',
  description:
    'Returns the seven file categories, for `search_file_category` and for `type` of assets: 0 unknown, 1 ' +
    'image, 2 document, 3 video, 4 audio, 5 text, 6 3D.',
  errors: [],
  params: { file_categories: SELECTED },
  result: NamedValues,
  handle: async ({ labels }) => ({
    data: Object.values(FILE_CATEGORIES).map((category) => ({
      id: String(category),
      name: labels.label(categoryMessage(category)),
      value: CATEGORY_KEYS[category],
    })),
  }),
});

/** GET /asset.do?properties=true: describes the keys of the general section of details. */
export const properties = jsonOperation({
  since: '2.9',
  summary: 'General properties',
  description: 'Returns the properties that `general` of `details` may contain, in their order.',
  errors: [],
  params: { properties: SELECTED },
  result: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Key of the property' }),
      name: Type.String({ description: 'Label' }),
      type: Type.String({ description: 'Type of its values' }),
    }),
  ),
  handle: async ({ labels, settings }) => ({
    data: propertiesOf(settings).map(({ id, type }) => ({ id, name: labels.label(`property.${id}`), type })),
  }),
});

/** GET /asset.do?string=<key>&…: returns translated texts. */
export const translation = jsonOperation({
  summary: 'Translation',
  description:
    "Returns the service's own texts in the language of the request. A key that does not exist is returned " +
    'as its own text.',
  errors: [],
  params: {
    string: mandatory(each(TEXT, 'Keys of messages, such as `property.name`')),
  },
  result: Type.Record(Type.String(), Type.String(), { description: 'Message key -> text' }),
  handle: async (context) => ({
    data: Object.fromEntries(context.params.string.map((key) => [key, translate(key, context)])),
  }),
});

/** Translates a message key. An unknown key translates to itself (interface decisions 6). */
function translate(key: string, context: Context): string {
  const id = /^infofield\.(\d{1,16})$/.exec(key)?.[1];
  const field = id === undefined ? undefined : context.model.infoFields.get(Number(id));
  return field ? fieldName(field, context) : (context.labels.find(key) ?? key);
}
