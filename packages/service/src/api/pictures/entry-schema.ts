/** Declares `pictures` and what it adds to asset entries (extensions E1, E2). */
import Type from 'typebox';
import { textOf } from '../../../../core/src/domain/values.ts';
import { one, oneWord, type Shape } from '../params.ts';
import { FocusEntry } from '../rights.ts';

const MAX_WIDTHS = 12;
/** What `pictures` accepts. */
export const EXPECTED = `1 to ${MAX_WIDTHS} widths of at least 1 such as 400,800, or the name of a preset`;

export type WantedPictures = { readonly widths: readonly number[] } | { readonly preset: string };

function parse(text: string): WantedPictures | undefined {
  const items = text.split(',').map((item) => item.trim());
  if (items.every((item) => /^\d{1,9}$/.test(item))) {
    const widths = [...new Set(items.map(Number))].sort((a, b) => a - b);
    return items.length <= MAX_WIDTHS && (widths[0] ?? 0) > 0 ? { widths } : undefined;
  }
  return /^[\w-]{1,64}$/.test(text) ? { preset: text } : undefined;
}

/** Parameters of every operation that returns asset entries. */
export const PICTURES_PARAMS = {
  pictures: one(
    textOf(EXPECTED, parse),
    `Adds \`picture\` to each asset: addresses of its picture at 1 to ${MAX_WIDTHS} widths, such as \`400,800\`, or by a preset`,
  ),
  pictures_format: one(
    oneWord('webp', 'avif', 'jpg'),
    'Format of these pictures, for caches that ignore `Vary`; without it, the one that a browser accepts',
  ),
} as const satisfies Shape;

export const PictureEntry = Type.Object(
  {
    src: Type.String({ description: 'Absolute address of the largest' }),
    srcset: Type.Optional(
      Type.String({ description: 'All addresses with their widths, or `1x` and `2x` of a preset' }),
    ),
    width: Type.Integer({ description: 'Width of the largest in pixels; 0 if only drawing tells it' }),
    height: Type.Integer({ description: 'Height of the largest in pixels; 0 if only drawing tells it' }),
    focus: FocusEntry,
    thumbhash: Type.Optional(
      Type.String({ description: 'What it looks like, in Base64, once a picture of all of it has been drawn' }),
    ),
    color: Type.Optional(Type.String({ description: 'Its mean colour, once a picture of all of it has been drawn' })),
    expires: Type.Optional(Type.Integer({ description: 'When signed addresses expire, epoch seconds' })),
  },
  { title: 'Picture', description: 'With `pictures`, but where it is known that only a placeholder is drawn' },
);

export const IIIF_ADDRESS = Type.String({
  description: 'Address of the image for IIIF viewers, with `pictures`, where IIIF is offered and has one',
});
