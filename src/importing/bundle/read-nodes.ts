import type { CatalogueNode } from '../../domain/model.ts';
import { findCycles } from './cycles.ts';
import type { Place } from './faults.ts';
import { readLine } from './object-reader.ts';
import * as objects from './objects.ts';
import { eachItem } from './read-document.ts';
import { eachLine } from './read-lines.ts';
import type { ReadSession } from './session.ts';
import { toNode } from './to-model.ts';

/** All nodes of a bundle; with those of the store they must not go round in a circle. */
export async function readNodes(session: ReadSession): Promise<CatalogueNode[]> {
  const { known, reading, faults } = session;
  const nodes: CatalogueNode[] = [];
  const places = new Map<number, Place>();
  const add = (node: objects.NodeObject | undefined): void => {
    if (node?.id === undefined) return;
    if (!known.declare('node', node.id)) {
      reading.at(['id'], () => reading.fault(`node ${node.id} is there twice`));
      return;
    }
    known.declareParent(node.id, node.parent);
    if (node.parent !== undefined) places.set(node.id, reading.place());
    nodes.push(toNode(node));
  };
  await eachItem('nodes', session, (value) => add(objects.node.read(value, reading)));
  await eachLine('nodes', session, (line) => add(readLine(line, objects.node, reading)));

  for (const cycle of findCycles(known.declared('node'), (id) => known.parent(id))) {
    const place = places.get(cycle.find((id) => places.has(id)) ?? 0);
    const way = [...cycle, cycle[0]].join(' → ');
    if (place)
      faults.add({ ...place, path: [...place.path, 'parent'], problem: `the nodes go round in a circle: ${way}` });
  }
  known.hasAllNodes = true;
  return nodes;
}
