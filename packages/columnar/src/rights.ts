import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../core/src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { allBits, type Bits, bitsFor, clearBits, hasBit, setBits } from './docs.ts';
import type { NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import { type LinkColumn, NONE } from './segment.ts';

/** Maximum number of viewers, by `Viewer.key`, in each cache; one may hold four bytes per asset. */
export const MAX_VIEWERS = 32;

/**
 * What a viewer may see at any time: nodes, docs and words. What it computes is cached by segment for later states of the
 * catalogue, whose segments are mostly the same.
 */
export class Rights {
  readonly model: CatalogueModel;
  readonly tree: NodeTree;
  readonly viewer: Viewer;
  readonly #known: Known;

  constructor(model: CatalogueModel, tree: NodeTree, viewer: Viewer) {
    this.model = model;
    this.tree = tree;
    this.viewer = viewer;
    this.#known = knownOf(model, tree, viewer);
  }

  /** By number of a node: 1 if it is hidden or deleted. */
  get skipped(): Uint8Array {
    return this.#known.skipped;
  }

  /** Returns true if the column links any doc to a skipped node. */
  hasSkipped(column: LinkColumn): boolean {
    return this.#known.links.getOrInsertComputed(column, () => linksSkipped(column, this.skipped));
  }

  /** Docs of a segment that the viewer may see, deleted ones included; undefined for all. */
  docsIn(open: OpenSegment): Bits | undefined {
    if (this.viewer.seesEveryAsset) return undefined;
    return this.#known.docs.getOrInsertComputed(open, () => visibleDocs(open, this));
  }

  /** Docs of a segment that the viewer sees even when they aren't valid. */
  exemptIn(open: OpenSegment): Bits {
    return this.#known.exempt.getOrInsertComputed(open, () => exemptDocs(open, this));
  }

  /** Words of a segment, as bits by number, of the docs that the viewer may see; undefined for all. */
  wordsIn(open: OpenSegment): Bits | undefined {
    const docs = this.docsIn(open);
    return docs && this.#known.words.getOrInsertComputed(open, () => wordsOf(open, docs));
  }
}

/** What is known so far of a viewer's rights. Segments are immutable. */
interface Known {
  readonly skipped: Uint8Array;
  readonly docs: WeakMap<OpenSegment, Bits>;
  readonly words: WeakMap<OpenSegment, Bits>;
  readonly exempt: WeakMap<OpenSegment, Bits>;
  readonly links: WeakMap<LinkColumn, boolean>;
}

/** Visibility depends on the positions of nodes and on which types decide, so what is known stays true while both are the same. */
const knownOfTrees = new WeakMap<NodeTree, WeakMap<CatalogueModel['nodeTypes'], LRUCache<string, Known>>>();

function knownOf({ nodeTypes }: CatalogueModel, tree: NodeTree, viewer: Viewer): Known {
  const known = knownOfTrees
    .getOrInsertComputed(tree, () => new WeakMap())
    .getOrInsertComputed(nodeTypes, () => new LRUCache<string, Known>({ max: MAX_VIEWERS }));
  return getOrMake(known, viewer.key, () => {
    const skipped = new Uint8Array(tree.ids.length);
    for (let number = 0; number < skipped.length; number++) {
      const isGone = tree.places[number] === NONE;
      if (isGone || !viewer.canViewNode(tree.ids[number] as number)) skipped[number] = 1;
    }
    return { skipped, docs: new WeakMap(), words: new WeakMap(), exempt: new WeakMap(), links: new WeakMap() };
  });
}

function linksSkipped({ docsOf: { offsets } }: LinkColumn, skipped: Uint8Array): boolean {
  for (let number = 0; number + 1 < offsets.length; number++) {
    if (skipped[number] === 1 && offsets[number] !== offsets[number + 1]) return true;
  }
  return false;
}

/**
 * Computes the docs that the viewer may see (catalogue: access). If the viewer has required types, these are the docs
 * assigned, for each of these types, to a node of that type that is not hidden. Otherwise, these are the docs assigned
 * to no permission-defining node, or to at least one that is not hidden.
 */
function visibleDocs({ columns, size }: OpenSegment, { model, tree, viewer, skipped }: Rights): Bits {
  const { requiredTypes } = viewer;
  const types = tree.ids.map((id) => model.trees.get(id)?.type ?? Number.NaN);
  const mark = (bits: Bits, isSet: boolean, fits: (number: number) => boolean) => {
    const { offsets, docs } = columns.nodes.docsOf;
    for (let number = 0; number + 1 < offsets.length; number++) {
      if (tree.places[number] === NONE || !fits(number)) continue;
      const list = docs.subarray(offsets[number], offsets[number + 1]);
      if (isSet) setBits(bits, list);
      else clearBits(bits, list);
    }
  };
  const decides = (number: number) => model.nodeTypes.get(types[number] as number)?.isPermissionDefining ?? false;
  const bits = allBits(size);
  if (requiredTypes.size === 0) {
    // One node that is seen is enough, so those are marked last.
    mark(bits, false, (number) => skipped[number] === 1 && decides(number));
    mark(bits, true, (number) => skipped[number] === 0 && decides(number));
    return bits;
  }
  for (const type of requiredTypes) {
    const own = bitsFor(size);
    mark(own, true, (number) => types[number] === type && skipped[number] === 0);
    for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (own[i] as number);
  }
  return bits;
}

function exemptDocs({ columns, size }: OpenSegment, { tree, viewer }: Rights): Bits {
  const bits = bitsFor(size);
  const { offsets, docs } = columns.nodes.docsOf;
  for (let number = 0; number + 1 < offsets.length; number++) {
    if (tree.places[number] === NONE || !viewer.isAnyTimeAt(tree.ids[number] as number)) continue;
    setBits(bits, docs.subarray(offsets[number], offsets[number + 1]));
  }
  return bits;
}

/** Returns the words, as bits by number, that any of the docs has. */
export function wordsOf({ columns }: OpenSegment, docs: Bits): Bits {
  const { offsets, docs: postings } = columns.words.postings;
  const words = bitsFor(offsets.length - 1);
  for (let word = 0; word + 1 < offsets.length; word++) {
    const end = offsets[word + 1] as number;
    let at = offsets[word] as number;
    while (at < end && !hasBit(docs, postings[at] as number)) at += 1;
    if (at < end) words[word >>> 5] = (words[word >>> 5] as number) | (1 << (word & 31));
  }
  return words;
}
