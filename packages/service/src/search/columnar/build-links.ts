import { docsByKey } from './build-lists.ts';
import { Growing, narrow } from './columns.ts';
import { lowestCommonAncestor, type NodeTree } from './node-tree.ts';
import { type LinkColumn, NONE } from './segment.ts';

/** Collects links doc by doc. */
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
      const starts = offsets.values().slice();
      return {
        offsets: starts,
        nodes: narrow(nodes.values(), tree.ids.length),
        commonAncestors: narrow(commonAncestors.values(), none),
        docsOf: docsByKey(starts, nodes.values(), tree.ids.length),
      };
    },
  };
}

/** Stands for NONE in `commonAncestors`: the largest number of the narrowest type that has one to spare. */
function noneFor(nodes: number): number {
  if (nodes < 0xff) return 0xff;
  return nodes < 0xffff ? 0xffff : NONE;
}
