import type { ColourwayName } from '../products/colourways.ts';
import type { ProductName } from '../products/studio.ts';
import { type Words, words } from './words.ts';

/** A product of the workshop. */
export interface Good {
  readonly product: ProductName;
  readonly name: Words;
  readonly about: Words;
  /** Article numbers begin with it. */
  readonly number: string;
  /** Euro. */
  readonly price: number;
  readonly colours: readonly ColourwayName[];
  /** Its folder. */
  readonly folder: number;
  /** Its keyword. */
  readonly keyword: number;
}

/** What the colourways are called; the ID is the item of the field "colour". */
export const COLOUR_NAMES: Readonly<Record<ColourwayName, Words & { readonly id: number }>> = {
  ochre: { id: 1, ...words('ochre', 'Ocker') },
  fir: { id: 2, ...words('fir green', 'Tannengrün') },
  glacier: { id: 3, ...words('glacier blue', 'Gletscherblau') },
  rust: { id: 4, ...words('rust red', 'Rostrot') },
  snow: { id: 5, ...words('snow white', 'Schneeweiß') },
  night: { id: 6, ...words('night blue', 'Nachtblau') },
  rose: { id: 7, ...words('evening rose', 'Abendrosa') },
  slate: { id: 8, ...words('slate grey', 'Schiefergrau') },
};

/** The range of the workshop. */
export const GOODS: readonly Good[] = [
  {
    product: 'mug',
    name: words('Enamel mug “Tavel”', 'Emaillebecher „Tavel“'),
    about: words(
      'Holds four decilitres, any weather and a campfire.',
      'Fasst vier Deziliter, jedes Wetter und ein Lagerfeuer.',
    ),
    number: 'VM-10',
    price: 24,
    colours: ['ochre', 'fir', 'snow', 'rust', 'glacier'],
    folder: 41,
    keyword: 3131,
  },
  {
    product: 'jug',
    name: words('Jug “Lira”', 'Krug „Lira“'),
    about: words('Thrown by hand, dipped in two glazes.', 'Von Hand gedreht, in zwei Glasuren getaucht.'),
    number: 'VM-11',
    price: 58,
    colours: ['glacier', 'rose', 'slate'],
    folder: 41,
    keyword: 3131,
  },
  {
    product: 'bottle',
    name: words('Bottle “Karn”', 'Flasche „Karn“'),
    about: words('Keeps tea hot from the valley to the summit.', 'Hält Tee heiß, vom Tal bis zum Gipfel.'),
    number: 'VM-12',
    price: 36,
    colours: ['rust', 'night', 'fir'],
    folder: 41,
    keyword: 3131,
  },
  {
    product: 'lamp',
    name: words('Table lamp “Lumi”', 'Tischleuchte „Lumi“'),
    about: words(
      'A dome of steel on a foot of beech, warm white.',
      'Eine Kuppel aus Stahl auf einem Fuß aus Buche, warmweiß.',
    ),
    number: 'VM-20',
    price: 149,
    colours: ['night', 'ochre', 'snow', 'rose'],
    folder: 42,
    keyword: 3132,
  },
  {
    product: 'lantern',
    name: words('Storm lantern “Rovin”', 'Sturmlaterne „Rovin“'),
    about: words('Burns for eighteen hours, tested at the cape.', 'Brennt achtzehn Stunden, erprobt am Kap.'),
    number: 'VM-21',
    price: 79,
    colours: ['slate', 'rust', 'fir'],
    folder: 42,
    keyword: 3132,
  },
  {
    product: 'backpack',
    name: words('Day pack “Sattel 22”', 'Tagesrucksack „Sattel 22“'),
    about: words('Twenty-two litres of waxed canvas.', 'Zweiundzwanzig Liter aus gewachstem Segeltuch.'),
    number: 'VM-30',
    price: 129,
    colours: ['fir', 'ochre', 'night', 'rust'],
    folder: 43,
    keyword: 3133,
  },
  {
    product: 'chair',
    name: words('Armchair “Moos”', 'Sessel „Moos“'),
    about: words('Bent ash and wool for long evenings.', 'Gebogene Esche und Wolle für lange Abende.'),
    number: 'VM-40',
    price: 640,
    colours: ['rose', 'slate', 'fir'],
    folder: 44,
    keyword: 3134,
  },
  {
    product: 'blanket',
    name: words('Wool blanket “Quay”', 'Wolldecke „Kai“'),
    about: words('Woven in Ardenau from the wool of the plain.', 'In Ardenau gewebt, aus der Wolle der Ebene.'),
    number: 'VM-41',
    price: 98,
    colours: ['glacier', 'ochre', 'rose', 'slate'],
    folder: 44,
    keyword: 3134,
  },
];
