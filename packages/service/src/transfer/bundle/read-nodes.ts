import type { CatalogueNode } from '../../../../core/src/domain/model.ts';
import { MAX_NODE_DEPTH } from '../../../../core/src/domain/node-trees.ts';
import type { Position } from './faults.ts';
import { findCycles, tooDeep } from './node-parents.ts';
import * as objects from './objects.ts';
import { eachItem } from './read-document.ts';
import { readLine } from './read-json.ts';
import { eachLine } from './read-lines.ts';
import type { ReadSession } from './read-session.ts';

/** Reads all nodes of a bundle. Adds faults if they form cycles, alone or with nodes of the catalogue. */
export async function readBundleNodes(session: ReadSession): Promise<CatalogueNode[]> {
  const { registry, reading, faults } = session;
  const nodes: CatalogueNode[] = [];
  const places = new Map<number, Position>();
  const add = (node: objects.NodeObject | undefined): void => {
    if (node?.id === undefined) return;
    if (!registry.declare('node', node.id)) {
      reading.at(['id'], () => reading.fault(`node ${node.id} is there twice`));
      return;
    }
    registry.declareParent(node.id, node.parent);
    if (node.parent !== undefined) places.set(node.id, reading.place());
    nodes.push(node);
  };
  await eachItem('nodes', session, (value) => add(objects.node.read(value, reading)));
  await eachLine('nodes', session, (line) => add(readLine(line, objects.node, reading)));

  const parent = (id: number) => registry.parent(id);
  const cycles = findCycles(registry.declared('node'), parent);
  for (const cycle of cycles) {
    const place = places.get(cycle.find((id) => places.has(id)) ?? 0);
    const way = [...cycle, cycle[0]].join(' → ');
    if (place)
      faults.add({ ...place, path: [...place.path, 'parent'], problem: `the nodes go round in a circle: ${way}` });
  }
  for (const id of cycles.length > 0 ? [] : tooDeep(registry.declared('node'), parent, MAX_NODE_DEPTH)) {
    const place = places.get(id);
    const problem = `node ${id} lies deeper than ${MAX_NODE_DEPTH} levels`;
    if (place) faults.add({ ...place, path: [...place.path, 'parent'], problem });
  }
  registry.hasAllNodes = true;
  return nodes;
}
