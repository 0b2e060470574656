import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../core/src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { averageLength } from '../../core/src/domain/score.ts';
import { type CachedTerm, cachedTermOf } from './cached-term.ts';
import {
  type Bits,
  bitsFor,
  clearBits,
  clearRest,
  drainBits,
  filterByBits,
  hasBit,
  keepBits,
  NO_DOCS,
  setBits,
} from './docs.ts';
import type { LabelSearch } from './labels.ts';
import { ancestorsHold, type NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import type { FacetCount } from './search-index.ts';
import { type LinkColumn, NONE } from './segment.ts';
import { statesOf } from './segment-states.ts';
import { openTermCache, type TermCacheLimits, type TermStore } from './term-cache.ts';
import { type Averages, countsWithout, type TextCounts, textCountsOf } from './text-counts.ts';
import type { ValidWindow } from './valid-window.ts';
import type { View, ViewSegment } from './view.ts';

/** Maximum number of cached facets over everything visible, per viewer. */
const MAX_FACETS = 64;
/** Maximum number of cached results of `countByNode`, per viewer. */
const MAX_COUNTS = 128;
/** Maximum number of cached perspectives, one per group set; each may hold four bytes per asset. */
export const MAX_VIEWERS = 32;

/**
 * What one viewer may see of a view, with the caches for that viewer. Where docs that are not valid are hidden, it is as
 * at the instant that it was last moved to.
 */
export interface Perspective {
  /** Moves to an instant of the window; does nothing without a window. */
  moveTo(at: EpochMs): void;
  newScope(): Scope;
  /** Filters `docs` of a segment (its index in the view) down to those that are live and visible to the viewer. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
  /**
   * Like `visible`, but leaves the docs as the segment's bits and returns their number. This is cheaper for many docs
   * if no list is needed. Returns undefined, without setting bits, if the viewer sees every asset and no doc is deleted.
   */
  mark(segment: number, docs: Uint32Array): number | undefined;
  /** Like `mark` for all docs of the segment. */
  markAll(segment: number): number | undefined;
  allVisible(segment: number): Uint32Array;
  /** Returns the words of a segment, as bits by number, that the viewer may see in some doc; undefined for all. */
  visibleWords(segment: number): Bits | undefined;
  /** Docs that are hidden now, though `everything` and cached terms have them: those of the window. Mostly none. */
  gone(segment: number): Uint32Array;
  /** All docs that are visible at some time of the window, with caches of their counts; undefined without a window. */
  everything(segment: number): CachedTerm | undefined;
  /** The deleted docs of each segment; undefined if some docs that are live are hidden. */
  deleted(): readonly Uint32Array[] | undefined;
  /** Cached facets over everything visible, by field, limit and locale. Most visitors' first query asks for these. */
  readonly facets: LRUCache<string, readonly FacetCount[]>;
  /** Cached results of `countByNode`, by its options. */
  readonly counts: LRUCache<string, ReadonlyMap<number, number>>;
  /** Returns true if no node has moved since the segment was built, so its `commonAncestors` are valid. */
  ancestorsHold(segment: number): boolean;
}

/** What the perspectives of all viewers share, except for `number`. */
export interface PerspectiveParts {
  readonly model: CatalogueModel;
  readonly tree: NodeTree;
  readonly labels: LabelSearch;
  readonly terms: TermStore;
  readonly limits: TermCacheLimits;
  /** The viewer's number, different for each viewer and window. */
  readonly number: number;
  /** Where docs that are not valid are hidden, the time in which the perspective may be used. */
  readonly window?: ValidWindow | undefined;
}

export function openPerspective(
  view: View,
  { model, tree, labels, terms: store, limits, number, window }: PerspectiveParts,
  viewer: Viewer,
): Perspective {
  const rights = rightsOf(tree, model.nodeTypes, viewer);
  const { skipped } = rights;
  const { dictionaries } = view;
  const hasSkipped = (column: LinkColumn) =>
    rights.links.getOrInsertComputed(column, () => linksSkipped(column, skipped));
  const scope = { model, viewer, tree, skipped, hasSkipped, labels, dictionaries, ranks: new Map() };
  const terms = openTermCache({ view, store, viewer: number, limits, visible: visibleInWindow });
  const all = view.segments.map(() => undefined as Uint32Array | undefined);
  let deleted: readonly Uint32Array[] | undefined;
  const hold = view.segments.map(() => undefined as boolean | undefined);
  const words = view.segments.map(() => undefined as Bits | undefined);

  /** Docs that the viewer sees at some time of the window, by segment; undefined for all. */
  const inWindow = view.segments.map(() => undefined as Bits | 'all' | undefined);
  const volatile = view.segments.map(({ open }, segment) => changingFor(open, window?.segments[segment]?.changing));
  const now: Now[] = view.segments.map(() => ({ at: Number.NaN, gone: NO_DOCS }));
  const everything = view.segments.map(() => undefined as CachedTerm | undefined);
  const facets = new LRUCache<string, readonly FacetCount[]>({ max: MAX_FACETS });
  const counts = new LRUCache<string, ReadonlyMap<number, number>>({ max: MAX_COUNTS });
  let countedInWindow: TextCounts | undefined;
  let counted: TextCounts | undefined;
  let averages: Averages | undefined;

  function filterInWindow(segment: number): Bits | undefined {
    const made = inWindow[segment] ?? windowBits(segment) ?? 'all';
    inWindow[segment] = made;
    return made === 'all' ? undefined : made;
  }

  function windowBits(segment: number): Bits | undefined {
    const { open } = view.segments[segment] as ViewSegment;
    const own = viewer.seesEveryAsset ? undefined : visibleBits(open, scope, rights);
    const invalid = window?.segments[segment]?.invalid;
    if (!invalid) return own;
    const exempt = exemptBits(open, scope, rights);
    const bits = own ? own.slice() : bitsFor(open.size).fill(NONE);
    for (let i = 0; i < bits.length; i++)
      bits[i] = (bits[i] as number) & ~((invalid[i] as number) & ~(exempt[i] as number));
    return bits;
  }

  /** Docs that change within the window, as far as the viewer is not exempt. */
  function changingFor(open: OpenSegment, docs: Uint32Array = NO_DOCS): Uint32Array {
    return docs.length === 0 ? docs : filterByBits(docs, exemptBits(open, scope, rights), 0);
  }

  function allInWindow(segment: number): Pick<CachedTerm, 'bits' | 'count'> {
    const { open } = view.segments[segment] as ViewSegment;
    const docs = visibleInWindow(segment, open.allDocs());
    const bits = bitsFor(open.size);
    setBits(bits, docs);
    return { bits, count: docs.length };
  }

  /** The docs that the viewer sees now; undefined for all. */
  function filterNow(segment: number): Bits | undefined {
    const { gone, seen } = now[segment] as Now;
    if (gone.length === 0) return filterInWindow(segment);
    if (seen) return seen;
    const { open } = view.segments[segment] as ViewSegment;
    const bits = filterInWindow(segment)?.slice() ?? bitsFor(open.size).fill(NONE);
    clearBits(bits, gone);
    now[segment] = { ...(now[segment] as Now), seen: bits };
    return bits;
  }

  function filtered(segment: number, docs: Uint32Array, seen: Bits | undefined): Uint32Array {
    const { deleted, deletedCount } = view.segments[segment] as ViewSegment;
    const live = deletedCount === 0 ? docs : filterByBits(docs, deleted, 0);
    return seen ? filterByBits(live, seen) : live;
  }

  function visibleInWindow(segment: number, docs: Uint32Array): Uint32Array {
    return filtered(segment, docs, filterInWindow(segment));
  }

  function visible(segment: number, docs: Uint32Array): Uint32Array {
    return filtered(segment, docs, filterNow(segment));
  }

  function textCounts(): TextCounts {
    countedInWindow ??= countInWindow();
    counted ??= countsWithout(
      countedInWindow,
      textCountsOf(view.segments.map(({ open }, segment) => [open, (now[segment] as Now).gone])),
    );
    return counted;
  }

  function countInWindow(): TextCounts {
    const isEverything = view.segments.every((_, segment) => filterInWindow(segment) === undefined);
    if (!isEverything)
      return textCountsOf(view.segments.map(({ open }, segment) => [open, visibleInWindow(segment, open.allDocs())]));
    const { assetCount: assets, wordCount: words, documents, documentWords } = view;
    return { assets, words, documents, documentWords };
  }

  function averagesNow(): Averages {
    const { assets, words: own, documents, documentWords } = textCounts();
    const [ofTexts, ofDocuments] = [averageLength(own, assets), averageLength(documentWords, documents)];
    if (ofTexts !== averages?.ofTexts || ofDocuments !== averages.ofDocuments) averages = { ofTexts, ofDocuments };
    return averages;
  }

  function countSeen(segment: number, found: CachedTerm | { readonly docs: Uint32Array }): number {
    if ('bits' in found) return found.count - filterByBits((now[segment] as Now).gone, found.bits).length;
    return isFiltered(segment) ? visible(segment, found.docs).length : found.docs.length;
  }

  /** Keeps those of the segment's bits that are live and visible. */
  function keepVisible(segment: number): number | undefined {
    const { open, deleted, deletedCount } = view.segments[segment] as ViewSegment;
    const live = deletedCount > 0 ? keepBits(open.bits, deleted, 0) : 0;
    const seen = filterNow(segment);
    return seen ? keepBits(open.bits, seen) : live;
  }

  const isFiltered = (segment: number) =>
    (view.segments[segment] as ViewSegment).deletedCount > 0 || filterNow(segment) !== undefined;

  function moveTo(at: EpochMs): void {
    if (!window) return;
    for (const [segment, { open }] of view.segments.entries()) {
      const changing = volatile[segment] as Uint32Array;
      if (changing.length === 0) continue;
      const states = statesOf(open);
      const place = states.moveTo(at);
      if (now[segment]?.at === place) continue;
      const invalid = changing.filter((doc) => hasBit(states.expired, doc) || hasBit(states.upcoming, doc));
      now[segment] = { at: place, gone: visibleInWindow(segment, invalid) };
      all[segment] = undefined;
      facets.clear();
      counts.clear();
      counted = undefined;
    }
  }

  return {
    moveTo,
    newScope: () => {
      // Another query may put a term into the cache while this one runs, so each query keeps its first answer per term
      // and segment.
      const cached = new Map<TextTerm, Map<OpenSegment, CachedTerm | undefined>>();
      const own: Scope = {
        ...scope,
        clauses: new WeakMap(),
        cachedTerm: (segment, term) =>
          cached
            .getOrInsertComputed(term, () => new Map())
            .getOrInsertComputed(segment, () => terms.request(segment, term, own)),
        scored: (segment, term, of) => terms.scored(segment, term, of, own),
        textCounts,
        averages: averagesNow,
        countSeen,
      };
      return own;
    },
    mark: (segment, docs) => {
      if (!isFiltered(segment)) return undefined;
      setBits((view.segments[segment] as ViewSegment).open.bits, docs);
      return keepVisible(segment);
    },
    markAll: (segment) => {
      if (!isFiltered(segment)) return undefined;
      const { bits, size } = (view.segments[segment] as ViewSegment).open;
      const known = (now[segment] as Now).all;
      if (known) {
        bits.set(known.bits);
        return known.count;
      }
      bits.fill(NONE);
      clearRest(bits, size);
      const count = keepVisible(segment) as number;
      now[segment] = { ...(now[segment] as Now), all: { bits: bits.slice(), count } };
      return count;
    },
    deleted: () => {
      if (view.segments.some((_, segment) => filterNow(segment) !== undefined)) return undefined;
      deleted ??= view.segments.map((segment) =>
        segment.deletedCount === 0 ? NO_DOCS : drainBits(segment.deleted.slice()),
      );
      return deleted;
    },
    facets,
    counts,
    gone: (segment) => (now[segment] as Now).gone,
    everything: (segment) => {
      if (window) everything[segment] ??= cachedTermOf(allInWindow(segment), () => {});
      return everything[segment];
    },
    visible,
    allVisible: (segment) =>
      (all[segment] ??= visible(segment, (view.segments[segment] as ViewSegment).open.allDocs())),
    visibleWords: (segment) => {
      const { open } = view.segments[segment] as ViewSegment;
      const docs = filterInWindow(segment);
      if (!docs) return undefined;
      // Without a window, the words stay the same as long as the rights do.
      if (!window) return rights.words.getOrInsertComputed(open, () => wordsIn(open, docs));
      words[segment] ??= wordsIn(open, docs);
      return words[segment];
    },
    ancestorsHold: (segment) =>
      (hold[segment] ??= ancestorsHold((view.segments[segment] as ViewSegment).nodeParents, tree)),
  };
}

/** What is hidden in a segment at the instant of a perspective. */
interface Now {
  /** Stands for the instant: see `SegmentStates.moveTo`. */
  readonly at: number;
  readonly gone: Uint32Array;
  /** The docs that the viewer sees; made when it is first needed. */
  readonly seen?: Bits;
  /** The docs that are live and visible; made when it is first needed. */
  readonly all?: { readonly bits: Bits; readonly count: number };
}

/** What a viewer may see in one tree. */
interface Rights extends Pick<Scope, 'skipped'> {
  /** Docs visible to the viewer, by segment. Cacheable because segments are immutable. */
  readonly bits: WeakMap<OpenSegment, Bits>;
  /** Words that some visible doc has, by segment. */
  readonly words: WeakMap<OpenSegment, Bits>;
  /** Docs from whose validity the viewer is exempt, by segment. */
  readonly exempt: WeakMap<OpenSegment, Bits>;
  /** Whether a column links any doc to a skipped node. */
  readonly links: WeakMap<LinkColumn, boolean>;
}

/** Visibility depends on the positions of nodes and on which types decide, so these stay valid as long as both do. */
const rightsOfTrees = new WeakMap<NodeTree, WeakMap<CatalogueModel['nodeTypes'], LRUCache<string, Rights>>>();

function rightsOf(tree: NodeTree, nodeTypes: CatalogueModel['nodeTypes'], viewer: Viewer): Rights {
  const rights = rightsOfTrees
    .getOrInsertComputed(tree, () => new WeakMap())
    .getOrInsertComputed(nodeTypes, () => new LRUCache<string, Rights>({ max: MAX_VIEWERS }));
  return getOrMake(rights, viewer.key, () => {
    const skipped = new Uint8Array(tree.ids.length);
    for (let number = 0; number < skipped.length; number++) {
      const isGone = tree.places[number] === NONE;
      if (isGone || !viewer.canViewNode(tree.ids[number] as number)) skipped[number] = 1;
    }
    return { skipped, bits: new WeakMap(), words: new WeakMap(), exempt: new WeakMap(), links: new WeakMap() };
  });
}

/** Returns the words, as bits by number, that any of the docs has. */
function wordsIn({ columns }: OpenSegment, docs: Bits): Bits {
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

function linksSkipped({ docsOf: { offsets } }: LinkColumn, skipped: Uint8Array): boolean {
  for (let number = 0; number + 1 < offsets.length; number++) {
    if (skipped[number] === 1 && offsets[number] !== offsets[number + 1]) return true;
  }
  return false;
}

/** The parts of a scope that decide visibility. */
type Looker = Pick<Scope, 'model' | 'viewer' | 'tree' | 'skipped'>;

function visibleBits(open: OpenSegment, scope: Looker, { bits }: Rights): Bits {
  return bits.getOrInsertComputed(open, () => computeVisible(open, scope));
}

function exemptBits(open: OpenSegment, { viewer, tree }: Looker, { exempt }: Rights): Bits {
  return exempt.getOrInsertComputed(open, () => {
    const bits = bitsFor(open.size);
    const { offsets, docs } = open.columns.nodes.docsOf;
    for (let number = 0; number + 1 < offsets.length; number++) {
      if (tree.places[number] === NONE || !viewer.isAnyTimeAt(tree.ids[number] as number)) continue;
      setBits(bits, docs.subarray(offsets[number], offsets[number + 1]));
    }
    return bits;
  });
}

/**
 * Computes the docs that the viewer may see (catalogue: access). If the viewer has required types, these are the docs
 * assigned, for each of these types, to a node of that type that is not hidden. Otherwise, these are the docs assigned
 * to no permission-defining node, or to at least one that is not hidden.
 */
function computeVisible({ columns, size }: OpenSegment, { model, viewer, tree, skipped }: Looker): Bits {
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
  const bits = bitsFor(size).fill(NONE);
  if (requiredTypes.size === 0) {
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
