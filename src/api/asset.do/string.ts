import Type from 'typebox';
import { jsonOperation } from '../operation.ts';
import { each, required, TEXT } from '../params.ts';

/** GET /asset.do?string=<key>&…: translated texts. */
export const string = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['string'],
  summary: 'Translation',
  params: { string: required(each(TEXT, 'Message keys')) },
  result: Type.Record(Type.String(), Type.String(), { description: 'Message key -> text' }),
  handle: async ({ params, messages, locale }) => ({
    // decisions 6: an unknown key translates to itself
    data: Object.fromEntries(params.string.map((key) => [key, messages.find(key, locale) ?? key])),
  }),
});
