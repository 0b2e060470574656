/** Nodes in the order of their names, which decides between nodes with equal counts. */
import type { NodeTrees } from '../../core/src/domain/node-trees.ts';
import { textIn } from '../../core/src/domain/text.ts';
import { rankColumn } from './build-orders.ts';
import type { NodeTree } from './node-tree.ts';
import type { Scope } from './scope.ts';

/** Lists by content and language; valid as long as the tree. */
const listsOfTrees = new WeakMap<NodeTree, Map<string, Uint32Array>>();

/** Also cached per model: sorting is slow, and a new base that renumbers nodes does not change the order. */
const idsOfTrees = new WeakMap<NodeTrees, Map<string, readonly number[]>>();

/** Returns the numbers of all nodes by name, with ties by ID; nodes without a name come first. */
export function allByName(scope: Scope, locale: string): Uint32Array {
  const { tree, model } = scope;
  return cached(tree, `all ${locale}`, () => {
    const ids = idsOfTrees
      .getOrInsertComputed(model.trees, () => new Map())
      .getOrInsertComputed(locale, () => idsByName(scope, locale));
    return Uint32Array.from(ids, (id) => tree.numberOf(id) as number);
  });
}

export function typeByName(scope: Scope, locale: string, type: number): Uint32Array {
  const { tree, model } = scope;
  return cached(tree, `type ${type} ${locale}`, () =>
    allByName(scope, locale).filter((number) => model.trees.get(tree.ids[number] as number)?.type === type),
  );
}

/** Returns the descendants of a root by name and, with `showRoot`, the root itself; none if the root is unknown. */
export function belowByName(
  scope: Scope,
  locale: string,
  { root, showRoot }: { readonly root: number; readonly showRoot: boolean },
): Uint32Array {
  const { tree } = scope;
  return cached(tree, `below ${root} ${showRoot} ${locale}`, () => {
    const top = tree.numberOf(root);
    if (top === undefined) return new Uint32Array(0);
    const [first, end] = [tree.places[top] as number, tree.ends[top] as number];
    return allByName(scope, locale).filter((number) => {
      const place = tree.places[number] as number;
      return place >= first && place < end && (showRoot || number !== top);
    });
  });
}

function idsByName({ model }: Scope, locale: string): readonly number[] {
  const { trees } = model;
  const nodes = [...trees.nodes()].sort((a, b) => a.id - b.id);
  const names = nodes.map(({ name }) => textIn(name, locale, model));
  const places = [...names.keys().filter((place) => names[place] === ''), ...rankColumn(names, locale).order];
  return places.map((place) => nodes[place]?.id as number);
}

function cached(tree: NodeTree, key: string, make: () => Uint32Array): Uint32Array {
  return listsOfTrees.getOrInsertComputed(tree, () => new Map()).getOrInsertComputed(key, make);
}
