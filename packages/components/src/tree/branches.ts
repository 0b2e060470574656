import type { Node } from '@asset-browsing-service/client';

/** A node at a place in a tree. It stays the same object when its node is loaded again, so that it stays open. */
export interface Branch {
  node: Node;
  /** The IDs from the root to the node, joined by hyphens: unique, although a node below several others has several places. */
  readonly key: string;
  /** 1 at the top. */
  readonly level: number;
  readonly parent: Branch | undefined;
  /** Undefined while nobody knows whether there are any. */
  children: readonly Branch[] | undefined;
  isOpen: boolean;
  /** The state of the last request for the children; `slow` after five seconds without an answer. */
  state: 'rest' | 'loading' | 'slow' | 'failed';
  /** Number of requests for the children so far. */
  requests: number;
}

/** A row of the tree on the screen. */
type TreeRow =
  | { readonly shows: 'all'; readonly key: string; readonly level: 1; readonly branch: undefined }
  | { readonly shows: 'node'; readonly key: string; readonly level: number; readonly branch: Branch }
  | { readonly shows: 'loading' | 'failed'; readonly key: string; readonly level: number; readonly branch: Branch };

/** A row, its position among its siblings, from 1, and their number. */
export type PlacedRow = TreeRow & { readonly position: number; readonly siblings: number };

/**
 * Makes branches of an answer of the service, and reuses those of `before`. `levels` is the number of levels below the entries that
 * the answer contains: on a lower level, the children of an entry without any are unknown.
 */
export function grow(
  entries: readonly Node[],
  parent: Branch | undefined,
  levels: number,
  before: readonly Branch[] = [],
): readonly Branch[] {
  const known = new Map(before.map((branch) => [branch.node.id, branch]));
  return entries.map((entry) => {
    const node = { ...entry, children: [] };
    const branch = known.get(entry.id) ?? newBranch(node, parent);
    branch.node = node;
    if (entry.children.length > 0) branch.children = grow(entry.children, branch, levels - 1, branch.children);
    else if (levels > 0) branch.children = [];
    return branch;
  });
}

function newBranch(node: Node, parent: Branch | undefined): Branch {
  const key = parent ? `${parent.key}-${node.id}` : String(node.id);
  return {
    node,
    key,
    level: (parent?.level ?? 0) + 1,
    parent,
    children: undefined,
    isOpen: false,
    state: 'rest',
    requests: 0,
  };
}

/** True if a branch has children or may have some. */
export function canOpen({ children, parent }: Branch): boolean {
  // While the answer that will show it is awaited, no button is offered.
  return children === undefined ? parent?.state !== 'loading' : children.length > 0;
}

/** True if the children are known, and of each whether it has children. */
export function isDeep({ children }: Branch): boolean {
  return children?.every((child) => child.children !== undefined) ?? false;
}

/** Returns the branches from the root to this one, both included. */
export function branchPath(branch: Branch): readonly Branch[] {
  const path: Branch[] = [];
  for (let each: Branch | undefined = branch; each; each = each.parent) path.push(each);
  return path.reverse();
}

/** Finds the first place of a node among loaded branches, from top to bottom. */
export function findBranch(roots: readonly Branch[], id: number): Branch | undefined {
  const pending = roots.toReversed();
  for (let branch = pending.pop(); branch; branch = pending.pop()) {
    if (branch.node.id === id) return branch;
    for (const child of branch.children?.toReversed() ?? []) pending.push(child);
  }
  return undefined;
}

/** Lists the rows of these branches from top to bottom; with `hasAll`, a row for all nodes comes first. */
export function rowsOf(roots: readonly Branch[], hasAll: boolean): readonly PlacedRow[] {
  const rows: PlacedRow[] = [];
  const extra = hasAll ? 1 : 0;
  if (hasAll)
    rows.push({ shows: 'all', key: 'all', level: 1, branch: undefined, position: 1, siblings: roots.length + 1 });
  // No recursion, because a chain of nodes may be deeper than the call stack.
  const open = [{ siblings: roots, next: 0, extra }];
  for (let place = open.at(-1); place; place = open.at(-1)) {
    const branch = place.siblings[place.next];
    if (!branch) {
      open.pop();
      continue;
    }
    place.next += 1;
    const { key, level, isOpen, children, state } = branch;
    const position = place.next + place.extra;
    rows.push({ shows: 'node', key, level, branch, position, siblings: place.siblings.length + place.extra });
    if (!isOpen) continue;
    if (children) open.push({ siblings: children, next: 0, extra: 0 });
    else {
      const shows = state === 'failed' ? 'failed' : 'loading';
      rows.push({ shows, key: `${key}-${shows}`, level: level + 1, branch, position: 1, siblings: 1 });
    }
  }
  return rows;
}
