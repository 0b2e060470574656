import type { BundleNode, FieldValue } from '../bundle.ts';
import { FIELD } from '../story/fields.ts';
import { PLACES, type Place } from '../story/places.ts';
import { ABOUT, ACCESS, COLLECTIONS, FOLDERS, KEYWORDS } from '../story/trees.ts';
import { words } from '../story/words.ts';

/** Creates all nodes of the three trees, parents before children. */
export function makeNodes(): BundleNode[] {
  const regions = { id: 3000, type: 103, parent: null, name: words('Regions', 'Regionen'), position: 0 };
  return [
    ...branch(FOLDERS, 101),
    ...branch(COLLECTIONS, 102),
    regions,
    ...[...PLACES.values()].map(placeNode),
    ...branch(KEYWORDS, 103),
  ];
}

/** Parses a tree with one node per line: children follow their parent, indented by two more spaces. */
function branch(text: string, type: number): BundleNode[] {
  const above: number[] = [];
  return text
    .slice(1, -1)
    .split('\n')
    .map((line, index) => {
      const [, indent = '', number, en, de] = /^( *)(\d+) (.+) \| (.+)$/.exec(line) ?? [];
      const [id, depth] = [Number(number), indent.length / 2];
      above[depth] = id;
      const infofields = ABOUT.get(id);
      return {
        id,
        type,
        parent: above[depth - 1] ?? null,
        name: words(en, de),
        position: (index + 1) * 10,
        ...(infofields === undefined ? {} : { infofields }),
        ...(ACCESS[id] === undefined ? {} : { access: ACCESS[id] }),
      };
    });
}

/** Creates the node of a place with its information fields. Places are sorted alphabetically (position 0). */
function placeNode(place: Place, index: number): BundleNode {
  const { node, parent, name, town, altitude } = place;
  const neighbours = [...PLACES.values()].filter((each) => each.parent === parent && each.node !== node);
  const infofields: Record<string, FieldValue> = {
    [FIELD.about]: words(
      `${name.en} lies near ${town}, ${altitude} m above the sea.`,
      `${name.de} liegt bei ${town}, ${altitude} m über dem Meer.`,
    ),
    [FIELD.altitude]: altitude,
    [FIELD.publicTransport]: altitude < 1000,
    [FIELD.condition]: altitude > 1800 ? 2 : 1,
    [FIELD.openSince]: `${1911 + index * 4}-05-01`,
    [FIELD.seeAlso]: neighbours.slice(0, 3).map((each) => each.node),
  };
  if (node === 3041) {
    infofields[FIELD.condition] = 3;
    infofields[FIELD.remark] = words(
      'The path to the light is closed until May.',
      'Der Weg zum Leuchtturm ist bis Mai gesperrt.',
    );
  }
  return { id: node, type: 103, parent, name, position: 0, infofields };
}
