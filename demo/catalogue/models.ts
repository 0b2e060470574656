import { createNoise, ridged } from '../drawing/noise.ts';
import { glbFile, stlFile } from '../models/files.ts';
import { lathe, terrain } from '../models/solid.ts';
import { FIELD } from '../story/fields.ts';
import { GOODS } from '../story/goods.ts';
import { USER } from '../story/people.ts';
import { words } from '../story/words.ts';
import type { Entry } from './entry.ts';
import { goodKey } from './goods.ts';

/** Profiles of the lamp: radius and height, from below to above. */
const FOOT = [0, 0, 0.34, 0, 0.36, 0.03, 0.34, 0.06, 0.04, 0.09, 0.035, 0.82, 0, 0.82];
const SHADE = [0.52, 0.78, 0.51, 0.95, 0.44, 1.15, 0.28, 1.3, 0.08, 1.36, 0, 1.37];
const BULB = [0, 0.8, 0.1, 0.84, 0.13, 0.92, 0.1, 1, 0, 1.04];

/** Three-dimensional things, and one file that nobody knows. */
export function makeModels(): Entry[] {
  const noise = createNoise('hochkarn');
  const height = (u: number, v: number): number =>
    0.34 * ridged(noise, u * 3, v * 3, 5) ** 1.8 * Math.sin(Math.PI * u) * Math.sin(Math.PI * v);
  const lamp = GOODS.find(({ product }) => product === 'lamp');
  const common = { nodes: [45], ago: 160, uploadedBy: USER.amara, type: 'model' };
  return [
    {
      ...{ ...common, key: 'model-lamp', path: 'models/lamp-lumi.glb', name: 'lamp-lumi.glb' },
      infofields: {
        [FIELD.title]: words('Table lamp “Lumi”, model', 'Tischleuchte „Lumi“, Modell'),
        [FIELD.licence]: 3,
      },
      ...(lamp === undefined ? {} : { relations: [{ type: 'shows', to: goodKey(lamp) }] }),
      content: () =>
        glbFile([
          { solid: lathe(FOOT, 40), colour: '#b98252' },
          { solid: lathe(SHADE, 48), colour: '#27324d' },
          { solid: lathe(BULB, 24), colour: '#ffe2a0', isLit: true },
        ]),
    },
    {
      ...{ ...common, key: 'model-relief', path: 'models/hochkarn-relief.stl', name: 'hochkarn-relief.stl' },
      nodes: [45, 3010],
      infofields: {
        [FIELD.title]: words('Hochkarn Range to print', 'Hochkarngruppe zum Drucken'),
        [FIELD.place]: [3010],
      },
      content: () => stlFile(terrain(90, height)),
    },
    {
      ...{ ...common, key: 'loom', path: 'models/blanket-quay.vloom', name: 'blanket-quay.vloom', type: 'document' },
      infofields: { [FIELD.title]: words('Punch cards for the loom', 'Lochkarten für den Webstuhl') },
      content: () => Buffer.from(`VLOOM\x01\x00\x40${'\xaa\x55\x0f\xf0'.repeat(512)}`, 'latin1'),
    },
  ];
}
