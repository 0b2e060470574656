import type { SceneName } from '../scenes/scenes.ts';
import { type Words, words } from './words.ts';

/** What is seen in a scene's variant: a few words for the title, a sentence for the description. */
export interface Motif {
  readonly title: Words;
  readonly sentence: Words;
}

const motif = (titleEn: string, titleDe: string, en: string, de: string): Motif => ({
  title: words(titleEn, titleDe),
  sentence: words(en, de),
});

/** The motifs of the scenes that show places, by scene and variant. */
export const MOTIFS: Readonly<Partial<Record<SceneName, Readonly<Record<string, Motif>>>>> = {
  mountains: {
    peaks: motif(
      'snowy summits',
      'verschneite Gipfel',
      'Snowy summits rise in rows above the valleys.',
      'Verschneite Gipfel reihen sich über den Tälern.',
    ),
    trees: motif(
      'edge of the forest',
      'Waldrand',
      'A view over the edge of the forest towards the high peaks.',
      'Ein Blick über den Waldrand zu den hohen Gipfeln.',
    ),
    hills: motif(
      'rolling hills',
      'sanfte Hügel',
      'Hill after hill, paler with every mile.',
      'Hügel um Hügel, mit jeder Meile blasser.',
    ),
  },
  lake: {
    boat: motif(
      'rowing boat',
      'Ruderboot',
      'A rowing boat lies still on the water.',
      'Ein Ruderboot liegt still auf dem Wasser.',
    ),
    jetty: motif(
      'old jetty',
      'alter Steg',
      'The old jetty leads out onto the mirror of the lake.',
      'Der alte Steg führt hinaus auf den Spiegel des Sees.',
    ),
    reeds: motif(
      'in the reeds',
      'im Schilf',
      'Reeds in front, mountains behind, and nobody about.',
      'Vorn Schilf, hinten Berge, und niemand weit und breit.',
    ),
    plain: motif(
      'still water',
      'stilles Wasser',
      'The lake carries the mountains upside down.',
      'Der See trägt die Berge kopfüber.',
    ),
  },
  forest: {
    trunks: motif(
      'light between the trunks',
      'Licht zwischen den Stämmen',
      'Light falls between old trunks to the ground.',
      'Licht fällt zwischen alten Stämmen auf den Boden.',
    ),
    slope: motif(
      'conifers on the slope',
      'Tannen am Hang',
      'Conifers stand in rows until the fog takes them.',
      'Tannen stehen in Reihen, bis der Nebel sie nimmt.',
    ),
    grove: motif(
      'the grove',
      'das Wäldchen',
      'Round crowns in the meadow, leaves in the air.',
      'Runde Kronen auf der Wiese, Blätter in der Luft.',
    ),
  },
  coast: {
    lighthouse: motif(
      'lighthouse',
      'Leuchtturm',
      'The lighthouse has shown the way since 1911.',
      'Der Leuchtturm weist seit 1911 den Weg.',
    ),
    sails: motif(
      'three sails',
      'drei Segel',
      'Three sails before the headland on their way home.',
      'Drei Segel vor der Landzunge auf dem Heimweg.',
    ),
    cliffs: motif(
      'above the cliffs',
      'über den Klippen',
      'From the edge of the cliffs the view goes out to sea.',
      'Vom Rand der Klippen geht der Blick aufs Meer.',
    ),
    beach: motif(
      'empty beach',
      'leerer Strand',
      'An empty beach, and the tide is coming in.',
      'Ein leerer Strand, und die Flut kommt.',
    ),
  },
  skyline: {
    river: motif(
      'houses by the river',
      'Häuser am Fluss',
      'Gabled houses see themselves in the river.',
      'Giebelhäuser sehen sich selbst im Fluss.',
    ),
    roofs: motif(
      'above the roofs',
      'über den Dächern',
      'Roof next to roof around the tower of the church.',
      'Dach an Dach rund um den Kirchturm.',
    ),
    bridge: motif(
      'stone bridge',
      'Steinbrücke',
      'The stone bridge crosses the river in five arches.',
      'Die Steinbrücke quert den Fluss in fünf Bögen.',
    ),
  },
  cabin: {
    aframe: motif(
      'cabin with a light',
      'Hütte mit Licht',
      'One window is lit in the cabin below the summit.',
      'Ein Fenster leuchtet in der Hütte unter dem Gipfel.',
    ),
    chalet: motif(
      'snowed in',
      'eingeschneit',
      'Smoke from the chimney says that somebody is at home.',
      'Rauch aus dem Schornstein sagt: Es ist jemand zu Hause.',
    ),
    tent: motif(
      'night outdoors',
      'Nacht im Freien',
      'A tent, a lamp and the whole range for company.',
      'Ein Zelt, eine Lampe und das ganze Gebirge als Gesellschaft.',
    ),
  },
  balloons: {
    any: motif(
      'balloon morning',
      'Ballonmorgen',
      'Five balloons drift over the hills without a sound.',
      'Fünf Ballons treiben lautlos über die Hügel.',
    ),
  },
  nightSky: {
    aurora: motif(
      'curtains of light',
      'Vorhänge aus Licht',
      'Curtains of light hang above the dark ridge.',
      'Vorhänge aus Licht hängen über dem dunklen Kamm.',
    ),
    milkyway: motif(
      'Milky Way',
      'Milchstraße',
      'The Milky Way stands above the ridge.',
      'Die Milchstraße steht über dem Kamm.',
    ),
  },
  fields: {
    plain: motif(
      'patchwork',
      'Flickenteppich',
      'From the air the fields are a patchwork.',
      'Aus der Luft sind die Felder ein Flickenteppich.',
    ),
    terraces: motif(
      'terraces',
      'Terrassen',
      'Terraces follow every bend of the slope.',
      'Terrassen folgen jeder Biegung des Hangs.',
    ),
    orchard: motif(
      'orchards',
      'Obstgärten',
      'Thousands of trees in rows, each with its shadow.',
      'Tausende Bäume in Reihen, jeder mit seinem Schatten.',
    ),
  },
  botanical: {
    fern: motif(
      'ferns',
      'Farne',
      'Ferns from the shady side of the forest.',
      'Farne von der Schattenseite des Waldes.',
    ),
    branch: motif(
      'leafy branches',
      'belaubte Zweige',
      'Branches with their first full leaves.',
      'Zweige mit dem ersten vollen Laub.',
    ),
    monstera: motif(
      'large leaves',
      'große Blätter',
      'Large leaves from the palm house in Ardenau.',
      'Große Blätter aus dem Palmenhaus in Ardenau.',
    ),
    meadow: motif(
      'meadow flowers',
      'Wiesenblumen',
      'What grows in a meadow that is mown once a year.',
      'Was auf einer Wiese wächst, die einmal im Jahr gemäht wird.',
    ),
    berries: motif(
      'berries',
      'Beeren',
      'Twigs full of berries, left for the birds.',
      'Zweige voller Beeren, den Vögeln überlassen.',
    ),
  },
  table: {
    breakfast: motif(
      'breakfast',
      'Frühstück',
      'Breakfast with bread, fruit and strong coffee.',
      'Frühstück mit Brot, Obst und starkem Kaffee.',
    ),
    citrus: motif(
      'citrus fruit',
      'Zitrusfrüchte',
      'Oranges and lemons from the coast.',
      'Orangen und Zitronen von der Küste.',
    ),
    picnic: motif('picnic', 'Picknick', 'A picnic on the checked cloth.', 'Ein Picknick auf der karierten Decke.'),
  },
};
