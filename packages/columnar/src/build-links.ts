/**
 * Builds the links from docs to nodes, with the common ancestors of neighbouring links, by which `node-counts.ts`
 * counts.
 */
import { type Codes, Growing, newColumn } from './columns.ts';
import { lowestCommonAncestor, type NodeTree } from './node-tree.ts';
import { type DocLists, type LinkColumn, NONE } from './segment.ts';

export interface LinkBuilder {
  /** Adds the next doc with its node IDs; nodes that are not in the tree are left out. */
  add(nodes: readonly number[]): void;
  columns(): LinkColumn;
}

export function openLinkBuilder(tree: NodeTree): LinkBuilder {
  const offsets = new Growing();
  const nodes = new Growing();
  const commonAncestors = new Growing();
  offsets.push(0);
  const none = noneFor(tree.ids.length);
  return {
    add: (ids) => {
      const numbers: number[] = [];
      for (const id of ids) {
        const number = tree.numberOf(id);
        if (number === undefined || tree.places[number] === NONE) continue;
        numbers.push(number);
        nodes.push(number);
      }
      if (numbers.length > 0) commonAncestors.push(none);
      if (numbers.length > 1) {
        numbers.sort((a, b) => (tree.places[a] as number) - (tree.places[b] as number));
        for (let i = 1; i < numbers.length; i++) {
          const meet = lowestCommonAncestor(tree, numbers[i - 1] as number, numbers[i] as number);
          commonAncestors.push(meet === NONE ? none : meet);
        }
      }
      offsets.push(nodes.length);
    },
    columns: () => {
      const starts = offsets.column();
      const numbers = nodes.narrow(tree.ids.length);
      return {
        offsets: starts,
        nodes: numbers,
        commonAncestors: commonAncestors.narrow(none),
        docsOf: docsByKey(starts, numbers, tree.ids.length),
      };
    },
  };
}

/** Stands for NONE in `commonAncestors`: the largest number of the narrowest type that has one to spare. */
export function noneFor(nodes: number): number {
  if (nodes < 0xff) return 0xff;
  return nodes < 0xffff ? 0xffff : NONE;
}

/** Inverts keys per doc into docs per key. The keys of a doc are at `offsets[doc]` up to `offsets[doc + 1]`. */
export function docsByKey(offsets: Uint32Array, keys: Codes, keyCount: number): DocLists {
  const starts = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keys.length; i++) {
    const next = (keys[i] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let key = 0; key < keyCount; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  const cursors = starts.slice();
  const docs = newColumn(Uint32Array, keys.length);
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    for (let i = offsets[doc] as number; i < (offsets[doc + 1] as number); i++) {
      const key = keys[i] as number;
      const at = cursors[key] as number;
      cursors[key] = at + 1;
      docs[at] = doc;
    }
  }
  return { offsets: starts, docs };
}
