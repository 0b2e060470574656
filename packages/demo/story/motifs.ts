import { rowsOf, type Words, words } from './words.ts';

/** One motif per line: scene and variant, a few words for the title, a sentence for the description. */
const TABLE = `
mountains peaks | snowy summits | verschneite Gipfel | Snowy summits rise in rows above the valleys. | Verschneite Gipfel reihen sich über den Tälern.
mountains trees | edge of the forest | Waldrand | A view over the edge of the forest towards the high peaks. | Ein Blick über den Waldrand zu den hohen Gipfeln.
mountains hills | rolling hills | sanfte Hügel | Hill after hill, paler with every mile. | Hügel um Hügel, mit jeder Meile blasser.
lake boat | rowing boat | Ruderboot | A rowing boat lies still on the water. | Ein Ruderboot liegt still auf dem Wasser.
lake jetty | old jetty | alter Steg | The old jetty leads out onto the mirror of the lake. | Der alte Steg führt hinaus auf den Spiegel des Sees.
lake plain | still water | stilles Wasser | The lake carries the mountains upside down. | Der See trägt die Berge kopfüber.
forest trunks | light between the trunks | Licht zwischen den Stämmen | Light falls between old trunks to the ground. | Licht fällt zwischen alten Stämmen auf den Boden.
forest slope | conifers on the slope | Tannen am Hang | Conifers stand in rows until the fog takes them. | Tannen stehen in Reihen, bis der Nebel sie nimmt.
coast lighthouse | lighthouse | Leuchtturm | The lighthouse has shown the way since 1911. | Der Leuchtturm weist seit 1911 den Weg.
coast cliffs | above the cliffs | über den Klippen | From the edge of the cliffs the view goes out to sea. | Vom Rand der Klippen geht der Blick aufs Meer.
town river | houses by the river | Häuser am Fluss | Gabled houses see themselves in the river. | Giebelhäuser sehen sich selbst im Fluss.
town roofs | above the roofs | über den Dächern | Roof next to roof around the tower of the church. | Dach an Dach rund um den Kirchturm.
cabin aframe | cabin with a light | Hütte mit Licht | One window is lit in the cabin below the summit. | Ein Fenster leuchtet in der Hütte unter dem Gipfel.
cabin tent | night outdoors | Nacht im Freien | A tent, a lamp and the whole range for company. | Ein Zelt, eine Lampe und das ganze Gebirge als Gesellschaft.
nightSky aurora | curtains of light | Vorhänge aus Licht | Curtains of light hang above the dark ridge. | Vorhänge aus Licht hängen über dem dunklen Kamm.
`;

const MOTIFS = new Map(
  rowsOf(TABLE).map(([name = '', en, de, sentence, german]) => [
    name,
    { title: words(en, de), sentence: words(sentence, german) },
  ]),
);

/** Returns the texts that describe a variant of a scene. */
export function motifOf(scene: string, variant: string): { readonly title: Words; readonly sentence: Words } {
  const motif = MOTIFS.get(`${scene} ${variant}`);
  if (motif === undefined) throw new Error(`no words for ${scene} ${variant}`);
  return motif;
}
