import { turnedObj } from '../models/lathe.ts';
import { FIELD } from '../story/fields.ts';
import { GOODS } from '../story/goods.ts';
import { USER } from '../story/people.ts';
import { words } from '../story/words.ts';
import type { Entry } from './entry.ts';
import { goodKey } from './goods.ts';

const MUG = [[0, 0, 0.36, 0, 0.4, 0.03, 0.43, 0.2, 0.45, 1, 0.46, 1.02, 0.44, 1.02, 0.42, 0.22, 0.36, 0.08, 0, 0.08]];
const LAMP = [
  [0, 0, 0.34, 0, 0.36, 0.03, 0.34, 0.06, 0.04, 0.09, 0.035, 0.82, 0, 0.82],
  [0.52, 0.78, 0.51, 0.95, 0.44, 1.15, 0.36, 1.24, 0.28, 1.3, 0.08, 1.36, 0, 1.37],
  [0, 0.8, 0.1, 0.84, 0.13, 0.92, 0.1, 1, 0, 1.04],
];

/** Creates the entries of 3D models. */
export const makeModels = (): Entry[] =>
  GOODS.flatMap((good) => {
    const profiles = { mug: MUG, lamp: LAMP }[good.product as string];
    return profiles === undefined ? [] : [model(good, profiles)];
  });

function model(good: (typeof GOODS)[number], profiles: readonly (readonly number[])[]): Entry {
  const name = `${good.product}.obj`;
  return {
    ...{ key: `model-${name}`, path: `models/${name}`, name, type: 'model', nodes: [45, good.keyword] },
    ...{ ago: 160, uploadedBy: USER.amara },
    infofields: {
      [FIELD.title]: words(`${good.name.en}, model`, `${good.name.de}, Modell`),
      [FIELD.licence]: 3,
      [FIELD.article]: good.number,
    },
    relations: [{ type: 'shows', to: goodKey(good) }],
    content: () => turnedObj(profiles),
  };
}
