import type { BundleNode } from '../bundle.ts';
import { createRandom } from '../drawing/random.ts';
import type { ColourwayName } from '../products/colourways.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { COLOUR_NAMES, GOODS, type Good } from '../story/goods.ts';
import { KEYWORD } from '../story/keywords.ts';
import { CREATORS } from '../story/people.ts';
import { PLACES } from '../story/places.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import type { Days } from './days.ts';
import { type Entry, pixels, type Scope, sample, slug } from './entry.ts';
import { makeCaption } from './facts.ts';
import { keywordPaths } from './keyword-paths.ts';
import { uploadAge } from './views.ts';

/** The goods of the workshop in each of their colours, the first one also without a background. */
export function makeGoods(nodes: readonly BundleNode[], scope: Scope, days: Days): Entry[] {
  return GOODS.flatMap((good) => [
    ...sample(good.colours, scope).map((colour) => shot(good, colour, nodes, scope, days)),
    cutout(good, scope),
  ]);
}

function shot(good: Good, colour: ColourwayName, nodes: readonly BundleNode[], scope: Scope, days: Days): Entry {
  const key = goodKey(good, colour);
  const random = createRandom(key);
  const creator = CREATORS[2];
  if (creator === undefined) throw new Error('nobody to credit');
  const ago = uploadAge(random.next());
  const keywords = [good.keyword, KEYWORD.studio, creator.node];
  const caption = makeCaption(
    key,
    { title: titleOf(good, colour), description: good.about },
    PLACES.workshop,
    creator,
    { hour: 14 },
    keywordPaths(nodes, keywords),
    ago,
    days,
  );
  const name = `${slug(good.name.en)}_${colour}.jpg`;
  const path = `pictures/goods/${name}`;
  const index = good.colours.indexOf(colour);
  return {
    key,
    path,
    name,
    type: 'product',
    ago,
    uploadedBy: USER.amara,
    nodes: [
      good.folder,
      ...keywords,
      index % 2 === 0 ? COLLECTION.springRange : COLLECTION.autumnRange,
      ...(index === 0 ? [81] : []),
    ],
    infofields: {
      ...fieldsOf(good, colour),
      [FIELD.creator]: [creator.node],
      [FIELD.copyright]: caption.copyright,
      [FIELD.captured]: caption.captured.slice(0, 10),
      [FIELD.cleared]: true,
      [FIELD.rating]: random.whole(7, 10) / 2,
    },
    picture: {
      scene: 'studio',
      variant: `${good.product} ${colour}`,
      palette: 'noon',
      seed: key,
      width: pixels(1000, scope),
      height: pixels(1000, scope),
      path,
      treatment: 'plain',
      caption,
      quality: 86,
    },
    relations:
      index === 0
        ? [{ type: 'goes_with', to: goodKey(GOODS[(GOODS.indexOf(good) + 1) % GOODS.length] ?? good, undefined) }]
        : [{ type: 'variant', to: goodKey(good, undefined) }],
    ...(index === 1 ? { isOnline: true } : {}),
  };
}

function cutout(good: Good, scope: Scope): Entry {
  const colour = good.colours[0] ?? 'ochre';
  const key = `${good.product}-cutout`;
  const isLossy = good.product === 'lantern';
  const name = `${slug(good.name.en)}_${colour}_cutout.${isLossy ? 'webp' : 'png'}`;
  const path = `pictures/goods/${name}`;
  return {
    key,
    path,
    name,
    type: 'product',
    ago: 40 + good.price,
    uploadedBy: USER.amara,
    nodes: [good.folder, good.keyword, KEYWORD.cutout, KEYWORD.studio],
    infofields: { ...fieldsOf(good, colour), [FIELD.licence]: 1 },
    picture: {
      scene: 'studio',
      variant: `${good.product} ${colour} cutout`,
      palette: 'noon',
      seed: goodKey(good, colour),
      width: pixels(900, scope),
      height: pixels(900, scope),
      path,
      treatment: 'cutout',
    },
    relations: [{ type: 'source', to: goodKey(good, colour) }],
  };
}

/** The key of a product shot; without a colour the one of its first colour. */
export const goodKey = (good: Good, colour: ColourwayName | undefined): string =>
  `${good.product}-${colour ?? good.colours[0]}`;

const titleOf = (good: Good, colour: ColourwayName) =>
  words(`${good.name.en}, ${COLOUR_NAMES[colour].en}`, `${good.name.de}, ${COLOUR_NAMES[colour].de}`);

function fieldsOf(good: Good, colour: ColourwayName): Entry['infofields'] {
  return {
    [FIELD.title]: titleOf(good, colour),
    [FIELD.description]: good.about,
    [FIELD.licence]: 2,
    [FIELD.article]: `${good.number}${String(COLOUR_NAMES[colour].id).padStart(2, '0')}`,
    [FIELD.price]: good.price + (colour === 'snow' ? 2.5 : 0),
    [FIELD.colour]: COLOUR_NAMES[colour].id,
    [FIELD.topics]: [good.keyword],
  };
}
