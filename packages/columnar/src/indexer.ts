/**
 * Keeps an index up to date with a catalogue: a large base, plus a few small deltas with the changes since. Each
 * transaction notes the assets that it touches in the change log (`catalogue/change-notes.ts`). The index thread
 * (`app/index/index-thread.ts`) looks for a new revision four times a second, and at once when a query needs one;
 * `follow` reads the assets that the log names and builds the smallest delta again. HTTP threads fetch the new view by
 * `views.ts` before they answer.
 */

import { Turns } from '../../core/src/concurrency/turns.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { Asset } from '../../core/src/domain/model.ts';
import { compareNames, textIn } from '../../core/src/domain/text.ts';
import { type Base, shapeOf } from './build-base.ts';
import { buildSegment } from './build-segment.ts';
import { attach, shared } from './columns.ts';
import { type Delta, deltaOf, EMPTY_DELTA, type LiveSegment, liveDocsIn, withoutAssets, withoutDocs } from './delta.ts';
import { Dictionaries } from './dictionaries.ts';
import { bitsFor, hasBit } from './docs.ts';
import type { PageWords } from './document-words.ts';
import { FULL_SHARE, INDEX_LIMITS, type IndexLimits, REBUILD_SHARE, TEXT_COLUMNS } from './index-limits.ts';
import type { Commit, IndexedState, IndexSource } from './index-source.ts';
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

  /** Returns true if the deltas are so large that a new base pays off. */
  isFull(): boolean {
    return this.#following?.isFull() ?? false;
  }
}

/** The segments of an index at one revision. */
interface Segments {
  readonly base: LiveSegment;
  /** The growing deltas from the smallest to the largest, one for each limit. */
  readonly deltas: readonly Delta[];
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
  const kept = new WeakMap<Asset, PageWords>();
  let nodes: Nodes = {
    trees: undefined,
    ids: origin.nodeIds,
    parents: shared(origin.nodeParents),
    numbering: nextNumber(),
  };
  let segments: Segments = {
    base: openBase(origin, nextNumber(), nodes.parents),
    deltas: limits.deltas.map(() => EMPTY_DELTA),
    settled: [],
  };
  let view = viewOf(segments, origin.revision);
  let mark = origin.mark;

  function viewOf(of: Segments, revision: number): PublishedView {
    const { deltas, settled } = of;
    const growing = deltas.map(({ segment }) => segment);
    const segments = [of.base, ...settled, ...growing].filter((segment) => segment !== undefined);
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
    return async (all: readonly string[], language: string, column: string): Promise<RankColumn> => {
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
      await placed.place(all, base);
      return { placed: Uint32Array.from(all, (text) => placed.numberOf(text)) };
    };
  }

  async function change(ids: readonly number[], state: IndexedState, tree: NodeTree): Promise<Segments> {
    const { base } = segments;
    const build = async (assets: ReadonlyMap<number, Asset>): Promise<Delta> => {
      if (assets.size === 0) return EMPTY_DELTA;
      const sorted = [...assets.values()].sort((a, b) => a.id - b.id);
      const rank = rankIn(state, base);
      const ratings = (rated: readonly number[]) => state.ratings(rated, timeZone);
      const read = { ratings, documents: state.documents.bind(state), kept };
      const built = await buildSegment([sorted], { model: state.model, tree, dictionaries, timeZone, rank, ...read });
      return deltaOf(assets, built, { key: nextNumber(), nodeParents: nodes.parents });
    };
    const deltas: Delta[] = [];
    let overflow: ReadonlyMap<number, Asset> | undefined = new Map(
      (await state.assetsOf(ids)).map((asset) => [asset.id, asset] as const),
    );
    for (const [i, delta] of segments.deltas.entries()) {
      const left = withoutAssets(delta, ids);
      if (!overflow) {
        deltas.push(left);
        continue;
      }
      const all: ReadonlyMap<number, Asset> = new Map([...left.assets, ...overflow]);
      const isOver = all.size > (limits.deltas[i] as number);
      deltas.push(isOver ? EMPTY_DELTA : await build(all));
      overflow = isOver ? all : undefined;
    }
    const settled = segments.settled
      .map((segment) => withoutDocs(segment, ids))
      .filter((segment) => liveDocsIn(segment) > 0);
    const newSegment = overflow && (await build(overflow)).segment;
    return { base, deltas, settled: newSegment ? [...settled, newSegment] : settled };
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
      for (let at = 0; at < changed.length; at += limits.settled) {
        segments = await change(changed.slice(at, at + limits.settled), state, nodes.tree as NodeTree);
      }
      mark = await state.markOf(model.revision);
      view = viewOf(segments, model.revision);
      return true;
    },
    isAt: (commit: Commit) => timeZone === origin.timeZone && commit.revision === view.revision && commit.mark === mark,
    view: () => view,
    isFull: () => {
      const assets =
        segments.deltas.reduce((sum, delta) => sum + delta.assets.size, 0) +
        segments.settled.reduce((sum, segment) => sum + liveDocsIn(segment), 0);
      const placed = texts.values().reduce((sum, { size }) => sum + size, 0);
      const share = origin.docs * FULL_SHARE;
      return assets > Math.max(limits.full, share) || placed > Math.max(limits.fullTexts, share * TEXT_COLUMNS);
    },
  };
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
