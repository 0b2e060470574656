import type { ColourwayName } from '../products/colourways.ts';
import { FIELD } from '../story/fields.ts';
import { colourItem, GOODS, type Good } from '../story/goods.ts';
import { CREATORS, USER } from '../story/people.ts';
import { placeOf } from '../story/places.ts';
import { COLLECTION, KEYWORD } from '../story/trees.ts';
import { words } from '../story/words.ts';
import { makeCaption } from './caption.ts';
import { type Entry, type Plan, pixels, sample, slug, uploadAge } from './entry.ts';

const WORKSHOP = placeOf('workshop');

/**
 * Creates the entries of the workshop's products in each of their colours. The first colour also comes without a
 * background.
 */
export const makeGoods = (plan: Plan): Entry[] =>
  GOODS.flatMap((good) => [
    ...sample(good.colours, plan).map((colour) => shot(good, colour, '', plan)),
    shot(good, good.colours[0] ?? 'ochre', 'cutout', plan),
  ]);

function shot(good: Good, colour: ColourwayName, form: '' | 'cutout', plan: Plan): Entry {
  const { product, folder, about } = good;
  const key = form === '' ? goodKey(good, colour) : `${product}-cutout`;
  const creator = CREATORS.studio;
  const item = colourItem(colour);
  const ago = uploadAge(key);
  const keywords = [good.keyword, KEYWORD.studio, creator.node, ...(form === '' ? [] : [KEYWORD.cutout])];
  const title = words(`${good.name.en}, ${item.name.en}`, `${good.name.de}, ${item.name.de}`);
  const caption = makeCaption(key, { title, place: WORKSHOP, creator, hour: 14, ago }, plan.days);
  const extension = form === '' ? 'jpg' : product === 'lantern' ? 'webp' : 'png';
  const name = `${slug(good.name.en)}_${colour}${form && `_${form}`}.${extension}`;
  const path = `pictures/goods/${name}`;
  const edge = pixels(form === '' ? 1000 : 900, plan);
  const index = good.colours.indexOf(colour);
  const next = GOODS[(GOODS.indexOf(good) + 1) % GOODS.length] ?? good;
  const relation =
    form === 'cutout'
      ? { type: 'source', to: goodKey(good) }
      : index === 0
        ? { type: 'goes_with', to: goodKey(next) }
        : { type: 'variant', to: goodKey(good) };
  return {
    ...{ key, path, name, type: 'product', ago, uploadedBy: USER.amara },
    nodes: [
      folder,
      ...keywords,
      WORKSHOP.node,
      index % 2 === 0 ? COLLECTION.springRange : COLLECTION.autumnRange,
      ...(index === 0 ? [81] : []),
    ],
    infofields: {
      [FIELD.title]: title,
      [FIELD.description]: about,
      [FIELD.licence]: 2,
      [FIELD.article]: `${good.number}${String(item.id).padStart(2, '0')}`,
      [FIELD.price]: good.price + (colour === 'snow' ? 2.5 : 0),
      [FIELD.colour]: item.id,
      [FIELD.topics]: [good.keyword],
      [FIELD.creator]: [creator.node],
      [FIELD.copyright]: caption.copyright,
      [FIELD.captured]: caption.captured.slice(0, 10),
      [FIELD.cleared]: true,
    },
    picture: {
      ...{ scene: 'studio', variant: `${product} ${colour} ${form}`.trim(), palette: 'noon', seed: key, path, caption },
      ...{ width: edge, height: edge, treatment: form === '' ? 'plain' : 'cutout' },
    },
    relations: [relation],
    ...(index === 1 ? { isOnline: true } : {}),
  };
}

/** Returns the key of a product shot, by default of the product's first colour. */
export const goodKey = (good: Good, colour = good.colours[0]): string => `${good.product}-${colour}`;
