import type { BundleFieldValue, BundleNode } from '../bundle.ts';
import { COLLECTIONS } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { type Branch, FOLDERS } from '../story/folders.ts';
import { KEYWORDS } from '../story/keywords.ts';
import { NODE_TYPE } from '../story/kinds.ts';
import { PLACES, type Place, REGIONS } from '../story/places.ts';
import { words } from '../story/words.ts';

/** Gaps between positions leave room for later neighbours. */
const STEP = 10;

/** All nodes of the three trees, parents before children. */
export function makeNodes(): BundleNode[] {
  return [
    ...FOLDERS.flatMap((branch, index) => flatten(branch, NODE_TYPE.folder, null, index)),
    ...COLLECTIONS.flatMap((branch, index) => flatten(branch, NODE_TYPE.collection, null, index)),
    { id: REGIONS, type: NODE_TYPE.keyword, parent: null, name: words('Regions', 'Regionen'), position: 0 },
    ...Object.values(PLACES).map(placeNode),
    ...KEYWORDS.flatMap((branch, index) => flatten(branch, NODE_TYPE.keyword, null, index + 1)),
  ];
}

function flatten(branch: Branch, type: number, parent: number | null, index: number): BundleNode[] {
  const infofields: Record<string, BundleFieldValue> = {};
  if (branch.about !== undefined) infofields[FIELD.about] = branch.about;
  if (branch.keeper !== undefined) infofields[FIELD.keeper] = branch.keeper;
  const node: BundleNode = {
    id: branch.id,
    type,
    parent,
    name: branch.name,
    position: index * STEP,
    ...(Object.keys(infofields).length === 0 ? {} : { infofields }),
    ...(branch.access === undefined ? {} : { access: branch.access }),
  };
  return [node, ...(branch.children ?? []).flatMap((child, place) => flatten(child, type, branch.id, place))];
}

/** Places stand in the order of the alphabet (position 0), and tell about themselves. */
function placeNode(place: Place, index: number): BundleNode {
  const neighbours = Object.values<Place>(PLACES).filter(
    ({ parent, node }) => parent === place.parent && node !== place.node,
  );
  return {
    id: place.node,
    type: NODE_TYPE.keyword,
    parent: place.parent,
    name: place.name,
    position: 0,
    infofields: {
      [FIELD.about]: words(
        `${place.name.en} lies near ${place.town}, ${place.altitude} m above the sea.`,
        `${place.name.de} liegt bei ${place.town}, ${place.altitude} m über dem Meer.`,
      ),
      [FIELD.altitude]: place.altitude,
      [FIELD.publicTransport]: place.altitude < 1000,
      [FIELD.condition]: place.altitude > 1800 ? 2 : index === 9 ? 3 : 1,
      [FIELD.openSince]: `${1911 + index * 4}-05-01`,
      ...(neighbours.length === 0 ? {} : { [FIELD.seeAlso]: neighbours.slice(0, 3).map(({ node }) => node) }),
      ...(index === 9
        ? {
            [FIELD.remark]: words(
              'The path to the light is closed until May.',
              'Der Weg zum Leuchtturm ist bis Mai gesperrt.',
            ),
          }
        : {}),
    },
  };
}
