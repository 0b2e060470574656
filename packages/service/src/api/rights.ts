import Type, { type Static } from 'typebox';
import { EN, type MessageKey } from '../../../core/src/domain/messages/en.ts';
import type { Labels } from '../../../core/src/domain/messages.ts';
import type { Rights, Text } from '../../../core/src/domain/model.ts';
import { sourceTypeOf } from '../../../core/src/domain/rights.ts';
import { textIn } from '../../../core/src/domain/text.ts';
import { licenceOf } from '../../../core/src/licences/licence.ts';
import type { Context } from './operation.ts';

/** Rights of an asset in the language of the request; what isn't stated is left out (extensions E4). */
export const RightsEntry = Type.Object(
  {
    creator: Type.Optional(Type.Array(Type.String(), { description: 'Who made it' })),
    credit: Type.Optional(Type.String({ description: 'Line to be named with it' })),
    copyright: Type.Optional(Type.String({ description: 'Copyright notice' })),
    usage_terms: Type.Optional(Type.String({ description: 'Terms of use' })),
    licence: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'SPDX name; of other licences the address or text' }),
          label: Type.String({ description: 'Name for display' }),
          url: Type.Union([Type.String(), Type.Null()], { description: 'Address of the licence; null without' }),
        },
        { description: 'The licence' },
      ),
    ),
    web_statement: Type.Optional(Type.String({ description: 'Page about its rights; may be no address' })),
    source_type: Type.Optional(Type.String({ description: 'IPTC digital source type' })),
    data_mining: Type.Optional(Type.String({ description: 'PLUS code about data mining' })),
  },
  { title: 'Rights' },
);

export const FocusEntry = Type.Union(
  [
    Type.Object({
      x: Type.Number({ description: '0 is the left edge of the picture as seen, 1 the right one' }),
      y: Type.Number({ description: '0 is the top edge, 1 the bottom one' }),
    }),
    Type.Null(),
  ],
  { description: 'Point that crops keep; null without' },
);

export function rightsEntry(
  rights: Rights | undefined,
  { model, locale }: Pick<Context, 'model' | 'locale'>,
): Static<typeof RightsEntry> | null {
  if (rights === undefined) return null;
  const { creator, credit, copyright, usageTerms, licence, webStatement, sourceType, dataMining } = rights;
  const text = <K extends string>(key: K, value: Text | undefined) => {
    const own = value === undefined ? '' : textIn(value, locale, model);
    return (own === '' ? {} : { [key]: own }) as { readonly [P in K]?: string };
  };
  return {
    ...(creator ? { creator: [...creator] } : {}),
    ...text('credit', credit),
    ...text('copyright', copyright),
    ...text('usage_terms', usageTerms),
    ...(licence === undefined ? {} : { licence: { url: null, ...licenceOf(licence) } }),
    ...text('web_statement', webStatement),
    ...text('source_type', sourceType && sourceTypeOf(sourceType)),
    ...text('data_mining', dataMining),
  };
}

/** Returns what a digital source type is called; one without a label by its short name. */
export function sourceTypeLabel(name: string, labels: Labels): string {
  const key = `source.${name}`;
  return Object.hasOwn(EN, key) ? labels.label(key as MessageKey) : name;
}
