/** Keeps an index up to date with a catalogue: a large base, and what changed since in a few small deltas. */

import type { IndexedState, IndexSource } from '../../catalogue/index-source.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Asset } from '../../domain/model.ts';
import { compareNames, textIn } from '../../domain/text.ts';
import { type Base, shapeOf } from './build-base.ts';
import { buildSegment } from './build-segment.ts';
import { attach, shared } from './columns.ts';
import { type Delta, deltaOf, EMPTY_DELTA, type LivingSegment, livingIn, withoutAssets, withoutDocs } from './delta.ts';
import { openDictionaries } from './dictionaries.ts';
import { bitsFor, hasBit } from './docs.ts';
import { type NodeTree, numberNodes } from './node-tree.ts';
import { openSegment } from './open-segment.ts';
import { openPlacedTexts, type PlacedTexts } from './placed-texts.ts';
import { type RankColumn, type Segment, segmentOf } from './segment.ts';
import { placesKey, type ViewData } from './view.ts';

export interface Indexer {
  /** Takes over what was committed; false where a base has to be adopted first. */
  follow(): boolean;
  /** What was taken over last; undefined while there is no base. */
  view(): ViewData | undefined;
  /** Takes a base in place of the one before. */
  adopt(base: Base): void;
  /** True where the deltas are so large that a new base pays. */
  isFull(): boolean;
}

/** When what moves where; in assets but for `fullTexts`. */
export interface IndexLimits {
  /**
   * Of each delta that grows, from the smallest on. The first is made anew with each change, so it stays small; what is more than
   * a delta takes goes to the next, which is made anew that much more seldom. What is more than the last one takes becomes a delta
   * of its own that grows no more: making large ones anew would hold up the questions that wait for it.
   */
  readonly deltas: readonly number[];
  /** Of a delta that grows no more: an import of many becomes several, so that its assets are not all in memory at once. */
  readonly settled: number;
  /** All deltas; queries stay fast up to some thousand. */
  readonly full: number;
  /** Texts that were placed among those of the base, the replaced ones too. */
  readonly fullTexts: number;
  /** More changes at once than this, and than a third of the base, show sooner in a new one. */
  readonly rebuild: number;
}

export const INDEX_LIMITS: IndexLimits = {
  deltas: [16, 128, 1024],
  settled: 8192,
  full: 8192,
  fullTexts: 65_536,
  rebuild: 8192,
};
const REBUILD_SHARE = 1 / 3;

/** Opens an index without a base. */
export function openIndexer(source: IndexSource, limits = INDEX_LIMITS): Indexer {
  let following: ReturnType<typeof openFollower> | undefined;
  // Of all bases: other threads tell what they know already by these numbers.
  let last = 0;
  const nextNumber = () => {
    last += 1;
    return last;
  };
  return {
    follow: () => {
      if (!following) return false;
      const known = following;
      if (source.revision() === known.view().revision) return true;
      return source.read((state) => known.follow(state));
    },
    view: () => following?.view(),
    adopt: (base) => {
      following = openFollower(base, limits, nextNumber);
    },
    isFull: () => following?.isFull() ?? false,
  };
}

/** What an index holds at one revision. */
interface Held {
  readonly base: LivingSegment;
  /** Those that grow, from the smallest on, one for each limit. */
  readonly deltas: readonly Delta[];
  /** Those that only lose assets. */
  readonly settled: readonly LivingSegment[];
}

function openFollower(origin: Base, limits: IndexLimits, nextNumber: () => number) {
  const dictionaries = openDictionaries(origin.dictionaries);
  const texts = new Map<string, PlacedTexts>();
  let nodes: Nodes = {
    forest: undefined,
    ids: origin.nodeIds,
    parents: shared(origin.nodeParents),
    numbering: nextNumber(),
  };
  let held: Held = {
    base: openBase(origin, nextNumber(), nodes.parents),
    deltas: limits.deltas.map(() => EMPTY_DELTA),
    settled: [],
  };
  let view = viewOf(held, origin.revision);

  function viewOf({ base, deltas, settled }: Held, revision: number): ViewData {
    const growing = deltas.map(({ segment }) => segment);
    const segments = [base, ...settled, ...growing].filter((segment) => segment !== undefined);
    return {
      revision,
      segments: segments.map(({ data }) => data),
      numbering: nodes.numbering,
      nodeIds: nodes.ids,
      dictionaries: dictionaries.values(),
      places: Object.fromEntries([...texts].map(([key, placed]) => [key, placed.places()])),
      wordCount: segments.reduce((sum, { words }) => sum + words, 0),
    };
  }

  /** Ranks of texts that come after the base, among those of its docs that still live. */
  function rankIn(state: IndexedState, { data, open: { columns } }: LivingSegment) {
    return (all: readonly string[], language: string, column: string): RankColumn => {
      const placed = texts.getOrInsertComputed(placesKey(column, language), () =>
        openPlacedTexts(compareNames(language), baseRanksOf(columns, column, language)),
      );
      const base = {
        isAlive: (doc: number) => !hasBit(data.dead, doc),
        text: (doc: number) => textOf(state, columns.ids[doc] as number, column, language),
      };
      return { placed: Uint32Array.from(all, (text) => placed.add(text, base)) };
    };
  }

  function change(ids: readonly number[], state: IndexedState, tree: NodeTree): Held {
    const { base } = held;
    const build = (assets: ReadonlyMap<number, Asset>): Delta => {
      if (assets.size === 0) return EMPTY_DELTA;
      const sorted = [...assets.values()].sort((a, b) => a.id - b.id);
      const rank = rankIn(state, base);
      const columns = buildSegment(sorted, { model: state.model, tree, dictionaries, rank });
      return deltaOf(assets, columns, { key: nextNumber(), nodeParents: nodes.parents });
    };
    const deltas: Delta[] = [];
    let rising: ReadonlyMap<number, Asset> | undefined = new Map(
      state.assetsOf(ids).map((asset) => [asset.id, asset] as const),
    );
    for (const [i, delta] of held.deltas.entries()) {
      const left = withoutAssets(delta, ids);
      if (!rising) {
        deltas.push(left);
        continue;
      }
      const all: ReadonlyMap<number, Asset> = new Map([...left.assets, ...rising]);
      const isOver = all.size > (limits.deltas[i] as number);
      deltas.push(isOver ? EMPTY_DELTA : build(all));
      rising = isOver ? all : undefined;
    }
    const settled = held.settled.map((segment) => withoutDocs(segment, ids)).filter((segment) => livingIn(segment) > 0);
    const risen = rising && build(rising).segment;
    return { base, deltas, settled: risen ? [...settled, risen] : settled };
  }

  return {
    /** Takes over all changes; false where the base has to be built anew. */
    follow: (state: IndexedState): boolean => {
      const { model } = state;
      // A catalogue that was put back to an older state is another one.
      if (model.revision < view.revision || shapeOf(model) !== origin.shape) return false;
      const changed = state.changedSince(view.revision);
      if (changed.length > Math.max(limits.rebuild, origin.docs * REBUILD_SHARE)) return false;
      nodes = nodesOf(model, nodes, nextNumber);
      // First of all: the base tells the texts of its docs as they are now, which would be wrong for a doc that has changed.
      held = { ...held, base: withoutDocs(held.base, changed) };
      for (let at = 0; at < changed.length; at += limits.settled) {
        held = change(changed.slice(at, at + limits.settled), state, nodes.tree as NodeTree);
      }
      view = viewOf(held, model.revision);
      return true;
    },
    view: () => view,
    isFull: () =>
      held.deltas.reduce((sum, { assets }) => sum + assets.size, 0) +
        held.settled.reduce((sum, segment) => sum + livingIn(segment), 0) >
        limits.full || texts.values().reduce((sum, { size }) => sum + size, 0) > limits.fullTexts,
  };
}

/** The trees as they are numbered for segments. */
interface Nodes {
  readonly forest: CatalogueModel['forest'] | undefined;
  readonly tree?: NodeTree;
  readonly ids: Float64Array;
  readonly parents: Uint32Array;
  /** Another one for every other numbering. */
  readonly numbering: number;
}

function nodesOf({ forest }: CatalogueModel, known: Nodes, nextNumber: () => number): Nodes {
  if (known.forest === forest) return known;
  const tree = numberNodes(forest, known.ids);
  return { forest, tree, ids: tree.ids, parents: shared(tree.parents), numbering: nextNumber() };
}

function openBase({ packed, docs, wordCount }: Base, key: number, nodeParents: Uint32Array): LivingSegment {
  return {
    data: { key, packed, dead: bitsFor(docs), deadCount: 0, nodeParents },
    open: openSegment(segmentOf(attach(packed))),
    words: wordCount,
  };
}

function baseRanksOf({ names, originals, fieldTexts }: Segment, column: string, language: string) {
  const columns = column === 'name' ? names : column === 'original' ? originals : fieldTexts[column];
  const ranks = columns?.[language];
  return ranks && 'ranks' in ranks ? ranks : undefined;
}

function textOf(state: IndexedState, asset: number, column: string, language: string): string {
  const text = state.text(asset, column === 'name' || column === 'original' ? column : Number(column));
  return text === undefined ? '' : textIn(text, language, state.model);
}
