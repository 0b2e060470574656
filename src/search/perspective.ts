import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Viewer } from '../domain/permissions.ts';
import type { FacetCount } from '../ports/search-index.ts';
import { type Bits, bitsFor, clearBits, drainBits, filterByBits, NO_DOCS, setBits } from './docs.ts';
import type { Labels } from './labels.ts';
import type { NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import { openRecentlyUsed, type RecentlyUsed } from './recently-used.ts';
import type { Scope } from './scope.ts';
import { NONE } from './segment.ts';
import type { View, ViewSegment } from './view.ts';

/** Questions for facets of everything that are kept, of each viewer. */
const MOST_FACETS = 64;
/** Group sets whose view of the catalogue is kept; each may hold a list of all assets, four bytes each. */
export const MOST_VIEWERS = 32;

/** What one viewer sees of a view. */
export interface Perspective {
  readonly scope: Scope;
  /** Those of the docs of a segment, given by its place in the view, that live and that the viewer may see. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
  /** All of them. */
  allVisible(segment: number): Uint32Array;
  /** The docs of each segment that live no more; undefined where others are hidden, too. */
  dead(): readonly Uint32Array[] | undefined;
  /** Facets of everything visible, by what was asked: the first question of most visitors. */
  readonly facets: RecentlyUsed<string, readonly FacetCount[]>;
  /** True where nodes stand as they stood when the segment was made. */
  meetsHold(segment: number): boolean;
}

export function openPerspective(
  view: View,
  { model, tree, labels }: { readonly model: CatalogueModel; readonly tree: NodeTree; readonly labels: Labels },
  viewer: Viewer,
): Perspective {
  const skipped = new Uint8Array(tree.ids.length);
  for (let number = 0; number < skipped.length; number++) {
    const isGone = tree.places[number] === NONE;
    if (isGone || !viewer.canViewNode(tree.ids[number] as number)) skipped[number] = 1;
  }
  const { dictionaries } = view;
  const hasSkipped = skipped.includes(1);
  const scope: Scope = { model, viewer, tree, skipped, hasSkipped, labels, dictionaries, ranks: new Map() };
  const all = view.segments.map(() => undefined as Uint32Array | undefined);
  let dead: readonly Uint32Array[] | undefined;
  const hold = view.segments.map(() => undefined as boolean | undefined);

  function visible(segment: number, docs: Uint32Array): Uint32Array {
    const { open, dead, deadCount } = view.segments[segment] as ViewSegment;
    const living = deadCount === 0 ? docs : filterByBits(docs, dead, 0);
    return viewer.hiddenNodes.size === 0 ? living : filterByBits(living, visibleBits(open, scope));
  }

  return {
    scope,
    dead: () => {
      if (viewer.hiddenNodes.size > 0) return undefined;
      dead ??= view.segments.map((segment) => (segment.deadCount === 0 ? NO_DOCS : drainBits(segment.dead.slice())));
      return dead;
    },
    facets: openRecentlyUsed(MOST_FACETS),
    visible,
    allVisible: (segment) =>
      (all[segment] ??= visible(segment, (view.segments[segment] as ViewSegment).open.allDocs())),
    meetsHold: (segment) => (hold[segment] ??= meetsHold(view.segments[segment] as ViewSegment, tree)),
  };
}

/** Deleted nodes are skipped wherever they are met, but what was below them must not have moved either. */
function meetsHold({ nodeParents }: ViewSegment, { parents, places }: NodeTree): boolean {
  return nodeParents.every((parent, number) => parent === parents[number] || places[number] === NONE);
}

/** Where nodes stand decides what is visible, and segments never change: so these stay right while the tree does. */
const bitsOfTrees = new WeakMap<NodeTree, WeakMap<OpenSegment, RecentlyUsed<string, Bits>>>();

function visibleBits(open: OpenSegment, scope: Scope): Bits {
  return bitsOfTrees
    .getOrInsertComputed(scope.tree, () => new WeakMap())
    .getOrInsertComputed(open, () => openRecentlyUsed(MOST_VIEWERS))
    .get(scope.viewer.key, () => computeVisible(open, scope));
}

/** Docs in no hidden node, and those in a permission-defining node that is not hidden (catalogue: access). */
function computeVisible(open: OpenSegment, { model, viewer, tree }: Scope): Bits {
  const { offsets, docs } = open.columns.nodes.docsOf;
  const bits = bitsFor(open.size).fill(NONE);
  const each = (fits: (id: number) => boolean, change: (bits: Bits, docs: Uint32Array) => void) => {
    for (let number = 0; number + 1 < offsets.length; number++) {
      const id = tree.ids[number] as number;
      if (tree.places[number] !== NONE && fits(id)) change(bits, docs.subarray(offsets[number], offsets[number + 1]));
    }
  };
  const decides = (id: number) =>
    model.nodeTypes.get(model.forest.get(id)?.type ?? NONE)?.isPermissionDefining ?? false;
  each((id) => viewer.hiddenNodes.has(id), clearBits);
  each((id) => decides(id) && !viewer.hiddenNodes.has(id), setBits);
  return bits;
}
