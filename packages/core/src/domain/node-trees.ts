import type { CatalogueNode } from './model.ts';
import { compareNames, type Languages, textIn } from './text.ts';

/** Maximum nesting of nodes, roots being level 1. Responses nest as deeply, so deeper nodes are refused. */
export const MAX_NODE_DEPTH = 1000;

/** All nodes of a catalogue as immutable trees. A node whose parent is missing counts as a root. */
export interface NodeTrees {
  readonly size: number;
  get(id: number): CatalogueNode | undefined;
  /** Returns the children by position, then by name in the locale (numeric), then by ID (interface decisions 3). */
  children(id: number, locale: string): readonly CatalogueNode[];
  /** Returns the root nodes of a type in the same order. */
  roots(type: number, locale: string): readonly CatalogueNode[];
  /** Returns the node and its ancestors, root first; empty for an unknown node. */
  path(id: number): readonly CatalogueNode[];
  /** Returns true if `id` is `ancestor` itself or lies below it. */
  isWithin(id: number, ancestor: number): boolean;
  /** Returns the IDs of the node and of everything below it; empty for an unknown node. */
  subtree(id: number): readonly number[];
  nodes(): Iterable<CatalogueNode>;
  /** The nodes in pre-order: each sub-tree is one contiguous run that starts with its root. */
  readonly preOrder: PreOrder;
  /** Returns the given nodes in sibling order. */
  sorted(nodes: readonly CatalogueNode[], locale: string): readonly CatalogueNode[];
}

/** All nodes in pre-order. A place is an index into `nodes`; the arrays are indexed by place. */
interface PreOrder {
  readonly nodes: readonly CatalogueNode[];
  /** Place of each node's parent; -1 for roots. */
  readonly parents: Int32Array;
  /** Place after the last node of each node's sub-tree. */
  readonly ends: Int32Array;
  /** Returns the place of a node, or undefined if the node is unknown. */
  placeOf(id: number): number | undefined;
}

/** Builds node trees. Throws if the nodes form a cycle. */
export function buildNodeTrees(nodes: Iterable<CatalogueNode>, languages: Languages): NodeTrees {
  const byId = new Map<number, CatalogueNode>();
  for (const node of nodes) byId.set(node.id, node);

  const childrenOf = new Map<number, CatalogueNode[]>();
  const roots: CatalogueNode[] = [];
  for (const node of byId.values()) {
    if (node.parent === undefined || !byId.has(node.parent)) roots.push(node);
    else childrenOf.getOrInsertComputed(node.parent, () => []).push(node);
  }

  // In pre-order a sub-tree is one contiguous run, so a containment check is two comparisons.
  const order: number[] = [];
  const first = new Map<number, number>();
  const stack = roots.map((root) => root.id).reverse();
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    first.set(top, order.length);
    order.push(top);
    for (const child of childrenOf.get(top) ?? []) stack.push(child.id);
  }
  if (order.length !== byId.size)
    throw new Error(`the nodes hold a cycle: ${byId.size - order.length} of them have no root`);

  const placed = order.map((id) => byId.get(id) as CatalogueNode);
  const parents = Int32Array.from(placed, ({ parent }) => (parent === undefined ? -1 : (first.get(parent) ?? -1)));
  const ends = endsOf(parents);
  const preOrder: PreOrder = { nodes: placed, parents, ends, placeOf: (id) => first.get(id) };

  /** Cache of sorted sibling lists by locale; a list is sorted when it is first requested. */
  const sorted = new Map<string, Map<readonly CatalogueNode[], readonly CatalogueNode[]>>();
  const inOrder = (siblings: readonly CatalogueNode[] | undefined, locale: string): readonly CatalogueNode[] => {
    if (siblings === undefined) return [];
    const lists = sorted.getOrInsertComputed(locale, () => new Map());
    return lists.getOrInsertComputed(siblings, () => sortSiblings(siblings, locale, languages));
  };
  const rootsByType = Map.groupBy(roots, (root) => root.type);

  return {
    size: byId.size,
    get: (id) => byId.get(id),
    children: (id, locale) => inOrder(childrenOf.get(id), locale),
    roots: (type, locale) => inOrder(rootsByType.get(type), locale),
    path: (id) => {
      const path: CatalogueNode[] = [];
      for (let node = byId.get(id); node; node = node.parent === undefined ? undefined : byId.get(node.parent))
        path.push(node);
      return path.reverse();
    },
    isWithin: (id, ancestor) => {
      const place = first.get(id);
      const from = first.get(ancestor);
      return place !== undefined && from !== undefined && place >= from && place < (ends[from] as number);
    },
    subtree: (id) => {
      const from = first.get(id);
      return from === undefined ? [] : order.slice(from, ends[from]);
    },
    nodes: () => byId.values(),
    preOrder,
    sorted: (some, locale) => sortSiblings(some, locale, languages),
  };
}

/** Computes the place after each sub-tree, indexed by the place of its root. */
function endsOf(parents: Int32Array): Int32Array {
  const ends = parents.map((_, place) => place + 1);
  // Runs backwards, so that a sub-tree is complete before it is added to its parent's.
  for (let place = ends.length - 1; place >= 0; place--) {
    const parent = parents[place] as number;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] as number, ends[place] as number);
  }
  return ends;
}

function sortSiblings(
  siblings: readonly CatalogueNode[],
  locale: string,
  languages: Languages,
): readonly CatalogueNode[] {
  if (siblings.length === 1) return siblings;
  const compare = compareNames(locale);
  return siblings
    .map((node) => ({ node, name: textIn(node.name, locale, languages) }))
    .sort((a, b) => a.node.position - b.node.position || compare(a.name, b.name) || a.node.id - b.node.id)
    .map(({ node }) => node);
}
