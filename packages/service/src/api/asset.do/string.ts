import Type from 'typebox';
import { fieldName } from '../../domain/field-values.ts';
import { TEXT } from '../codecs.ts';
import { fieldReader } from '../entries.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { each, required } from '../params.ts';

/** GET /asset.do?string=<key>&…: returns translated texts. */
export const translation = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['string'],
  summary: 'Translation',
  errors: [],
  params: { string: required(each(TEXT, 'Message keys')) },
  result: Type.Record(Type.String(), Type.String(), { description: 'Message key -> text' }),
  handle: async (context) => ({
    data: Object.fromEntries(context.params.string.map((key) => [key, translate(key, context)])),
  }),
});

/** Translates a message key. An unknown key translates to itself (decisions 6). */
function translate(key: string, context: Context): string {
  const id = /^infofield\.(\d{1,15})$/.exec(key)?.[1];
  const field = id === undefined ? undefined : context.model.infoFields.get(Number(id));
  return field ? fieldName(field, fieldReader(context)) : (context.labels.find(key) ?? key);
}
