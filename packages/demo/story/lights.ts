import type { PaletteName } from '../drawing/palettes.ts';
import { rowsOf, type Words, words } from './words.ts';

/**
 * One palette per line: name, node of its keyword, season, hour of the day, keyword, two endings of titles, ending of a
 * description. English comes before German.
 */
const TABLE = `
dawn | 3301 | 2 | 5 | Dawn | Morgendämmerung | first light | erstes Licht | before sunrise | vor Sonnenaufgang | The first light of the day turns the haze to apricot. | Das erste Licht des Tages färbt den Dunst aprikosenfarben.
dusk | 3302 | 2 | 20 | Dusk | Abenddämmerung | last light | letztes Licht | after sunset | nach Sonnenuntergang | The sun has gone, and the sky glows from red to violet. | Die Sonne ist fort, und der Himmel glüht von Rot bis Violett.
noon | 3303 | 2 | 12 | Clear day | Heller Tag | clear day | heller Tag | high noon | Mittag | A clear day with a view as far as the eye can see. | Ein klarer Tag mit Sicht, so weit das Auge reicht.
golden | 3304 | 3 | 18 | Golden hour | Goldene Stunde | golden hour | goldene Stunde | late sun | späte Sonne | Low sun pours warm gold over everything. | Die tiefe Sonne taucht alles in warmes Gold.
mist | 3305 | 3 | 7 | Mist | Nebel | morning mist | Morgennebel | thin fog | leichter Nebel | Mist softens every line and swallows every sound. | Nebel macht jede Linie weich und schluckt jedes Geräusch.
moonlight | 3306 | 4 | 23 | Moonlight | Mondlicht | moonlight | Mondlicht | clear night | klare Nacht | The moon alone lights the scene in blue and silver. | Allein der Mond erhellt die Szene in Blau und Silber.
autumn | 3307 | 3 | 15 | Autumn light | Herbstlicht | October | Oktober | autumn light | Herbstlicht | Rust and honey: the colours of October. | Rost und Honig: die Farben des Oktobers.
winter | 3308 | 4 | 10 | Winter light | Winterlicht | frosty morning | frostiger Morgen | winter light | Winterlicht | Cold, clear air and the pale blue of a short day. | Kalte, klare Luft und das blasse Blau eines kurzen Tages.
rose | 3309 | 2 | 19 | Pink evening | Rosa Abend | pink evening | rosa Abend | evening glow | Abendrot | For a few minutes the whole country turns pink. | Für wenige Minuten wird das ganze Land rosa.
aurora | 3310 | 4 | 1 | Green night | Grüne Nacht | green night | grüne Nacht | northern lights | Nordlicht | Green light wanders across the sky, silently. | Grünes Licht wandert lautlos über den Himmel.
spring | 3311 | 1 | 9 | Spring light | Frühlingslicht | April | April | spring morning | Frühlingsmorgen | Fresh green and mild air: spring has come. | Frisches Grün und milde Luft: Der Frühling ist da.
storm | 3312 | 3 | 16 | Before the storm | Vor dem Gewitter | before the storm | vor dem Gewitter | grey light | graues Licht | The wind has dropped; the storm will not be long. | Der Wind hat sich gelegt; das Gewitter lässt nicht lange auf sich warten.
`;

type LightWords = Readonly<Record<'node' | 'season' | 'hour', number> & Record<'keyword' | 'sentence', Words>> & {
  readonly moments: readonly Words[];
};

/** The texts for every palette. */
export const LIGHTS = Object.fromEntries(
  rowsOf(TABLE).map(([name = '', node, season, hour, ...texts]): [string, LightWords] => {
    const at = (index: number): Words => words(texts[index * 2], texts[index * 2 + 1]);
    const [keyword, first, second, sentence] = [at(0), at(1), at(2), at(3)];
    const numbers = { node: Number(node), season: Number(season), hour: Number(hour) };
    return [name, { ...numbers, keyword, moments: [first, second], sentence }];
  }),
) as Readonly<Record<PaletteName, LightWords>>;
