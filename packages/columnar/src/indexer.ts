/**
 * Keeps an index up to date with a catalogue: a large base, plus a few small deltas with the changes since. Each
 * transaction notes the assets that it touches in the change log (`catalogue/change-notes.ts`). The index thread
 * (`app/index/index-thread.ts`) looks for a new revision four times a second, and at once when a query needs one;
 * `follow` reads the assets that the log names, and merges them with the smallest delta. HTTP threads fetch the new view by
 * `views.ts` before they answer.
 */

import { Turns } from '../../core/src/concurrency/turns.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { compareNames, textIn } from '../../core/src/domain/text.ts';
import { type Base, type MergeableIndex, shapeOf } from './build-base.ts';
import type { NumberedTexts } from './build-orders.ts';
import { buildSegment } from './build-segment.ts';
import { attach, shared } from './columns.ts';
import { Dictionaries } from './dictionaries.ts';
import { allDocs, bitsFor, hasBit } from './docs.ts';
import { deltaSizes, fullSize, INDEX_LIMITS, type IndexLimits, REBUILD_SHARE, TEXT_COLUMNS } from './index-limits.ts';
import type { Commit, IndexedState, IndexSource } from './index-source.ts';
import { type LiveSegment, liveDocsIn, liveSegment, withoutDocs } from './live-segment.ts';
import type { NodeNumbers } from './merge-links.ts';
import { mergeSegments } from './merge-segments.ts';
import { type NodeTree, numberNodes } from './node-tree.ts';
import { openSegment } from './open-segment.ts';
import { documentsIn, type RankColumn, type Segment, segmentOf } from './segment.ts';
import { TextPositions } from './text-positions.ts';
import { positionsKey, type ViewData } from './view.ts';

/** A view with the number of its base, because a rebuilt base may leave the revision unchanged. */
export interface PublishedView extends ViewData {
  readonly base: number;
}

/** An index that follows the catalogue's commits in one thread. It has no base at first. */
export class Indexer {
  readonly #source: IndexSource;
  readonly #limits: IndexLimits;
  readonly #timeZone: string;
  #following: ReturnType<typeof openFollower> | undefined;
  /** Never repeat, even across bases: other threads recognise segments and numberings that they already have by them. */
  #numbers = 0;
  #bases = 0;
  readonly #turns = new Turns();

  /** `timeZone` is that of local times. */
  constructor(
    source: IndexSource,
    { limits = INDEX_LIMITS, timeZone = 'UTC' }: { readonly limits?: IndexLimits; readonly timeZone?: string },
  ) {
    this.#source = source;
    this.#limits = limits;
    this.#timeZone = timeZone;
  }

  /** Applies the committed changes and returns the view; undefined if a new base is needed. Calls queue up. */
  follow(): Promise<PublishedView | undefined> {
    return this.#turns.take(async () => {
      for (;;) {
        const follower = this.#following;
        if (!follower) return undefined;
        const isCurrent = follower.isAt(await this.#source.lastCommit()) || (await follower.follow(this.#source));
        // A base that was adopted meanwhile may be older.
        if (follower === this.#following) return isCurrent ? follower.view() : undefined;
      }
    });
  }

  /** The view after the latest `follow` or `adopt`, the same object while nothing changes; undefined before a base. */
  view(): PublishedView | undefined {
    return this.#following?.view();
  }

  /** Replaces the current base and drops its deltas. */
  adopt(base: Base): void {
    this.#bases += 1;
    const [limits, timeZone, nextNumber] = [this.#limits, this.#timeZone, () => ++this.#numbers];
    this.#following = openFollower(base, { limits, timeZone, nextNumber, base: this.#bases });
  }

  /** Returns what to merge into a new base if the deltas are so large that one pays off. */
  full(): MergeableIndex | undefined {
    return this.#following?.full();
  }
}

/** The segments of an index at one revision. */
interface Segments {
  readonly base: LiveSegment;
  /** The growing deltas from the smallest to the largest, one for each size. */
  readonly deltas: readonly (LiveSegment | undefined)[];
  /** Settled deltas, which only lose assets. */
  readonly settled: readonly LiveSegment[];
}

function openFollower(
  origin: Base,
  {
    limits,
    timeZone,
    nextNumber,
    base,
  }: { limits: IndexLimits; timeZone: string; nextNumber: () => number; base: number },
) {
  const dictionaries = new Dictionaries(origin.dictionaries);
  const texts = new Map<string, TextPositions>();
  const sizes = deltaSizes(limits, origin.docs);
  let nodes: Nodes = {
    trees: undefined,
    ids: origin.nodeIds,
    parents: shared(origin.nodeParents),
    numbering: nextNumber(),
  };
  let segments: Segments = {
    base: openBase(origin, nextNumber(), nodes.parents),
    deltas: sizes.map(() => undefined),
    settled: [],
  };
  let view = viewOf(segments, origin.revision);
  let mark = origin.mark;

  function viewOf(of: Segments, revision: number): PublishedView {
    const segments = [of.base, ...of.settled, ...of.deltas].filter((segment) => segment !== undefined);
    return {
      base,
      revision,
      segments: segments.map(({ data }) => data),
      numbering: nodes.numbering,
      nodeIds: nodes.ids,
      dictionaries: dictionaries.values(),
      places: Object.fromEntries([...texts].map(([key, placed]) => [key, placed.places()])),
      wordCount: segments.reduce((sum, { words }) => sum + words, 0),
      documents: segments.reduce((sum, { documents }) => sum + documents, 0),
      documentWords: segments.reduce((sum, { documentWords }) => sum + documentWords, 0),
    };
  }

  /** Ranks the texts of a delta among the texts of the base's live docs. */
  function rankIn(state: IndexedState, { data, open: { columns } }: LiveSegment) {
    return async ({ numbers, textOf }: NumberedTexts, language: string, column: string): Promise<RankColumn> => {
      const placed = texts.getOrInsertComputed(
        positionsKey(column, language),
        () => new TextPositions(compareNames(language), baseRanksOf(columns, column, language)),
      );
      const base = {
        isLive: (doc: number) => !hasBit(data.deleted, doc),
        texts: async (docs: readonly number[]) => {
          const ids = docs.map((doc) => columns.ids[doc] as number);
          const found = await state.texts(ids, column === 'name' || column === 'original' ? column : Number(column));
          return new Map(
            docs.map((doc, i) => [doc, textIn(found.get(ids[i] as number) ?? '', language, state.model)] as const),
          );
        },
      };
      const all = Array.from(numbers, textOf);
      await placed.place(all, base);
      return { placed: Uint32Array.from(all, (text) => placed.numberOf(text)) };
    };
  }

  /** Merges deltas into one; undefined without any. */
  function merged(parts: readonly LiveSegment[]): LiveSegment | undefined {
    const [only, ...more] = parts;
    if (more.length === 0) return only;
    const sources = parts
      .toSorted((a, b) => b.open.size - a.open.size)
      .map(({ open, data: { deleted, nodeParents } }) => ({ open, deleted, nodeParents }));
    const count = nodes.ids.length;
    // Links to deleted nodes stay, because a node may come back.
    const numbers = { tree: linkTreeOf(nodes), numbers: allDocs(count), count };
    return liveSegment(mergeSegments(sources, { nodes: numbers }), { key: nextNumber(), nodeParents: nodes.parents });
  }

  async function change(ids: readonly number[], state: IndexedState, tree: NodeTree): Promise<Segments> {
    const { base } = segments;
    const assets = await state.assetsOf(ids);
    /** What goes to the next larger delta. */
    let moving: readonly LiveSegment[] = [];
    if (assets.length > 0) {
      const ratings = (rated: readonly number[]) => state.ratings(rated, timeZone);
      const read = { ratings, documents: state.documents.bind(state), rank: rankIn(state, base) };
      const built = await buildSegment([assets], { model: state.model, tree, dictionaries, timeZone, ...read });
      moving = [liveSegment(built, { key: nextNumber(), nodeParents: nodes.parents })];
    }
    const remaining = (segment: LiveSegment) => {
      const left = withoutDocs(segment, ids);
      return liveDocsIn(left) > 0 ? [left] : [];
    };
    const deltas = segments.deltas.map((delta, i) => {
      const left = delta ? remaining(delta) : [];
      if (moving.length === 0) return left[0];
      const all = [...left, ...moving];
      moving = docsIn(all) > (sizes[i] as number) ? all : [];
      return moving.length > 0 ? undefined : merged(all);
    });
    const settled = [...segments.settled.flatMap(remaining), merged(moving)].filter((segment) => segment !== undefined);
    return { base, deltas, settled };
  }

  return {
    /** Applies all changes since the last call. Returns false if the base must be rebuilt. */
    follow: async (source: IndexSource): Promise<boolean> => {
      await using state = await source.open();
      const { model } = state;
      // A lower revision or another mark means that the catalogue was restored to an older state, so the index no longer
      // matches it.
      if (model.revision < view.revision || (await state.markOf(view.revision)) !== mark) return false;
      if (shapeOf(model) !== origin.shape || timeZone !== origin.timeZone) return false;
      const changed = await state.changedSince(view.revision);
      if (!changed || changed.length > Math.max(limits.rebuild, origin.docs * REBUILD_SHARE)) return false;
      nodes = nodesOf(model, nodes, nextNumber);
      // This must come first: texts of base docs are read from the current catalogue, which would be wrong for a doc
      // that has changed.
      segments = { ...segments, base: withoutDocs(segments.base, changed) };
      for (let at = 0; at < changed.length; at += limits.batch) {
        segments = await change(changed.slice(at, at + limits.batch), state, nodes.tree as NodeTree);
      }
      mark = await state.markOf(model.revision);
      view = viewOf(segments, model.revision);
      return true;
    },
    isAt: (commit: Commit) => timeZone === origin.timeZone && commit.revision === view.revision && commit.mark === mark,
    view: () => view,
    full: (): MergeableIndex | undefined => {
      const { deltas, settled } = segments;
      const placed = texts.values().reduce((sum, { size }) => sum + size, 0);
      const most = fullSize(limits, origin.docs);
      const isFull =
        docsIn([...deltas, ...settled].filter((segment) => segment !== undefined)) > most ||
        placed > Math.max(limits.fullTexts, most * TEXT_COLUMNS);
      if (!isFull || !nodes.tree) return undefined;
      return { view, mark, shape: origin.shape, timeZone, tree: linkTreeOf(nodes) };
    },
  };
}

function docsIn(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, segment) => sum + liveDocsIn(segment), 0);
}

/** The node trees with the numbers that segments use for nodes. */
interface Nodes {
  readonly trees: CatalogueModel['trees'] | undefined;
  readonly tree?: NodeTree;
  readonly ids: Float64Array;
  readonly parents: Uint32Array;
  /** Changes whenever the numbering changes. */
  readonly numbering: number;
}

/** With the parents that segments have, so that those that are the same need not be compared. */
function linkTreeOf({ tree, parents }: Nodes): NodeNumbers['tree'] {
  const { places, ends } = tree as NodeTree;
  return { parents, places, ends };
}

function nodesOf({ trees }: CatalogueModel, before: Nodes, nextNumber: () => number): Nodes {
  if (before.trees === trees) return before;
  const tree = numberNodes(trees, before.ids);
  return { trees, tree, ids: tree.ids, parents: shared(tree.parents), numbering: nextNumber() };
}

function openBase({ packed, documents, docs, wordCount }: Base, key: number, nodeParents: Uint32Array): LiveSegment {
  const columns = segmentOf(attach(packed));
  return {
    data: { key, packed, documents, deleted: bitsFor(docs), deletedCount: 0, nodeParents },
    open: openSegment(columns, documents),
    words: wordCount,
    ...documentsIn(columns),
  };
}

function baseRanksOf({ names, originals, fieldTexts }: Segment, column: string, language: string) {
  const columns = column === 'name' ? names : column === 'original' ? originals : fieldTexts[column];
  const ranks = columns?.[language];
  return ranks && 'ranks' in ranks ? ranks : undefined;
}
