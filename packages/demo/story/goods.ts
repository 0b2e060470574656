import type { ColourwayName } from '../products/colourways.ts';
import type { ProductName } from '../products/studio.ts';
import { FIELD, FIELDS } from './fields.ts';
import { rowsOf, type Words, words } from './words.ts';

const TABLE = `
mug | VM-10 | 24 | 41 | 3131 | ochre fir snow rust glacier | Enamel mug “Tavel” | Emaillebecher „Tavel“ | Holds four decilitres, any weather and a campfire. | Fasst vier Deziliter, jedes Wetter und ein Lagerfeuer.
jug | VM-11 | 58 | 41 | 3131 | glacier rose slate | Jug “Lira” | Krug „Lira“ | Thrown by hand, dipped in two glazes. | Von Hand gedreht, in zwei Glasuren getaucht.
bottle | VM-12 | 36 | 41 | 3131 | rust night fir | Bottle “Karn” | Flasche „Karn“ | Keeps tea hot from the valley to the summit. | Hält Tee heiß, vom Tal bis zum Gipfel.
lamp | VM-20 | 149 | 42 | 3132 | night ochre snow rose | Table lamp “Lumi” | Tischleuchte „Lumi“ | A dome of steel on a foot of beech, warm white. | Eine Kuppel aus Stahl auf einem Fuß aus Buche, warmweiß.
lantern | VM-21 | 79 | 42 | 3132 | slate rust fir | Storm lantern “Rovin” | Sturmlaterne „Rovin“ | Burns for eighteen hours, tested at the cape. | Brennt achtzehn Stunden, erprobt am Kap.
backpack | VM-30 | 129 | 43 | 3133 | fir ochre night rust | Day pack “Sattel 22” | Tagesrucksack „Sattel 22“ | Twenty-two litres of waxed canvas. | Zweiundzwanzig Liter aus gewachstem Segeltuch.
`;

/** All products of the workshop. */
export const GOODS = rowsOf(TABLE).map(
  ([product, number = '', price, folder, keyword, colours = '', en, de, about, aboutGerman]) => ({
    product: product as ProductName,
    number,
    price: Number(price),
    folder: Number(folder),
    keyword: Number(keyword),
    colours: colours.split(' ') as ColourwayName[],
    name: words(en, de),
    about: words(about, aboutGerman),
  }),
);

/** A product of the workshop: its article numbers begin with `number`, and its price is in euros. */
export type Good = (typeof GOODS)[number];

const ORDER: readonly ColourwayName[] = ['ochre', 'fir', 'glacier', 'rust', 'snow', 'night', 'rose', 'slate'];
const ITEMS = FIELDS.find(({ id }) => id === FIELD.colour)?.values ?? [];

/** Returns the item of the field "colour" for a colourway, and the name of the colourway. */
export function colourItem(colour: ColourwayName): { readonly id: number; readonly name: Words } {
  const index = ORDER.indexOf(colour);
  return { id: index + 1, name: ITEMS[index]?.name ?? words(colour) };
}
