import { along } from '../drawing/colour.ts';
import { createNoise, ridged } from '../drawing/noise.ts';
import { PALETTES } from '../drawing/palettes.ts';
import { createRandom } from '../drawing/random.ts';
import { glbFile, objFile, plyFile, stlFile } from '../models/files.ts';
import { lathe, terrain } from '../models/solid.ts';
import { FIELD } from '../story/fields.ts';
import { GOODS } from '../story/goods.ts';
import { PLACES } from '../story/places.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import type { Entry } from './entry.ts';
import { goodKey } from './goods.ts';

const MUG = [
  [0, 0],
  [0.36, 0],
  [0.4, 0.03],
  [0.43, 0.2],
  [0.45, 1],
  [0.46, 1.02],
  [0.44, 1.02],
  [0.42, 0.22],
  [0.36, 0.08],
  [0, 0.08],
] as const;
const LAMP_FOOT = [
  [0, 0],
  [0.34, 0],
  [0.36, 0.03],
  [0.34, 0.06],
  [0.04, 0.09],
  [0.035, 0.82],
  [0, 0.82],
] as const;
const LAMP_SHADE = [
  [0.52, 0.78],
  [0.51, 0.95],
  [0.44, 1.15],
  [0.28, 1.3],
  [0.08, 1.36],
  [0, 1.37],
] as const;
const LAMP_BULB = [
  [0, 0.8],
  [0.1, 0.84],
  [0.13, 0.92],
  [0.1, 1],
  [0, 1.04],
] as const;

/** Three-dimensional things, and one file that nobody knows. */
export function makeModels(): Entry[] {
  const noise = createNoise('hochkarn');
  const range = (size: number) =>
    terrain(
      size,
      (u, v) => 0.34 * ridged(noise, u * 3, v * 3, 5) ** 1.8 * Math.sin(Math.PI * u) * Math.sin(Math.PI * v),
    );
  const heights = [PALETTES.noon.near, PALETTES.spring.far, PALETTES.winter.shade, '#ffffff'];
  return [
    model('lamp-lumi.glb', words('Table lamp “Lumi”, model', 'Tischleuchte „Lumi“, Modell'), 45, 'lamp', () =>
      glbFile(
        [
          { solid: lathe(LAMP_FOOT, 40), colour: '#b98252' },
          { solid: lathe(LAMP_SHADE, 48), colour: '#27324d' },
          { solid: lathe(LAMP_BULB, 24), colour: '#ffe2a0', isLit: true },
        ],
        'Velmara Workshop',
      ),
    ),
    model('mug-tavel.obj', words('Enamel mug “Tavel”, model', 'Emaillebecher „Tavel“, Modell'), 45, 'mug', () =>
      objFile(lathe(MUG, 48), 'mug-tavel'),
    ),
    model('hochkarn-relief.stl', words('Hochkarn Range to print', 'Hochkarngruppe zum Drucken'), 45, undefined, () =>
      stlFile(range(90)),
    ),
    model('hochkarn-colour.ply', words('Hochkarn Range in colour', 'Hochkarngruppe in Farbe'), 45, undefined, () =>
      plyFile(range(70), ([, y]) => along(heights, y / 0.3)),
    ),
    {
      key: 'loom',
      path: 'models/blanket-quay.vloom',
      name: 'blanket-quay.vloom',
      type: 'document',
      nodes: [44],
      ago: 333,
      uploadedBy: USER.amara,
      infofields: {
        [FIELD.title]: words('Punch cards for the loom', 'Lochkarten für den Webstuhl'),
        [FIELD.remark]: words('Only the loom can read this.', 'Das kann nur der Webstuhl lesen.'),
      },
      content: loomFile,
    },
  ];
}

function model(
  file: string,
  title: ReturnType<typeof words>,
  folder: number,
  product: string | undefined,
  content: () => Uint8Array,
): Entry {
  const good = GOODS.find((each) => each.product === product);
  return {
    key: `model-${file}`,
    path: `models/${file}`,
    name: file,
    type: 'model',
    ago: 60 + file.length * 7,
    uploadedBy: USER.amara,
    content,
    nodes: [folder, ...(good === undefined ? [PLACES.hochkarn.node] : [good.keyword])],
    infofields: {
      [FIELD.title]: title,
      [FIELD.licence]: 3,
      [FIELD.copyright]: 'Velmara',
      ...(good === undefined ? { [FIELD.place]: [PLACES.hochkarn.node] } : { [FIELD.article]: good.number }),
    },
    ...(good === undefined ? {} : { relations: [{ type: 'shows', to: goodKey(good, undefined) }] }),
  };
}

/** A format of our own: a head and one bit per thread. */
function loomFile(): Uint8Array {
  const random = createRandom('loom');
  const cards = Buffer.alloc(2048);
  for (let i = 0; i < cards.length; i += 1) cards[i] = random.whole(0, 255) & (i % 8 < 4 ? 0xaa : 0x55);
  return Buffer.concat([Buffer.from('VLOOM\x01\x00\x40', 'latin1'), cards]);
}
