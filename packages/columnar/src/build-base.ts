/** Builds a base: a segment of all assets in one state of the catalogue. */

import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { type NumberedTexts, rankTexts } from './build-orders.ts';
import { buildSegment } from './build-segment.ts';
import { languagesOf } from './build-texts.ts';
import { attach, type Packed, pack } from './columns.ts';
import { Dictionaries, type DictionaryValues } from './dictionaries.ts';
import { allDocs } from './docs.ts';
import type { IndexSource } from './index-source.ts';
import type { NodeNumbers } from './merge-links.ts';
import { mergeSegments } from './merge-segments.ts';
import { numberNodes } from './node-tree.ts';
import { openSegment } from './open-segment.ts';
import { columnsOf, NONE, segmentOf, wordsIn } from './segment.ts';
import type { ViewData } from './view.ts';

/** A base segment with everything needed to open it, in another thread or a later run. */
export interface Base {
  readonly revision: number;
  /** Mark of the commit that made the revision; see `Commit`. */
  readonly mark?: number | undefined;
  /** The shape (see `shapeOf`); when it changes, the base must be rebuilt. */
  readonly shape: string;
  /** Zone of local times; when it changes, the base must be rebuilt. */
  readonly timeZone: string;
  readonly packed: Packed;
  /** The words of documents, in parts (`document-words.ts`). */
  readonly documents: readonly Packed[];
  readonly docs: number;
  /** Number of words in the own texts of all docs. */
  readonly wordCount: number;
  /** Node IDs by number. */
  readonly nodeIds: Float64Array;
  /** Parents by number. */
  readonly nodeParents: Uint32Array;
  readonly dictionaries: DictionaryValues;
}

/** What an index has at one revision, to be merged into a base. */
export interface MergeableIndex extends Pick<Base, 'mark' | 'shape' | 'timeZone'> {
  readonly view: Omit<ViewData, 'numbering'>;
  readonly tree: NodeNumbers['tree'];
}

/** Merges the segments of an index into a base. Nodes that were deleted lose their numbers. */
export function mergeBase({ view, tree, ...same }: MergeableIndex): Base {
  const numbers = new Uint32Array(tree.places.length).fill(NONE);
  const kept = allDocs(numbers.length).filter((number) => tree.places[number] !== NONE);
  for (const [number, old] of kept.entries()) numbers[old] = number;
  const sources = view.segments.map(({ packed, documents, deleted, nodeParents }) => ({
    open: openSegment(segmentOf(attach(packed)), documents),
    deleted,
    nodeParents,
  }));
  const nodes = { tree, numbers, count: kept.length };
  const { columns, documents } = mergeSegments(sources, { nodes, places: view.places });
  return {
    ...same,
    revision: view.revision,
    packed: pack(columnsOf(columns)),
    documents,
    docs: columns.ids.length,
    wordCount: wordsIn(columns),
    nodeIds: Float64Array.from(kept, (old) => view.nodeIds[old] as number),
    nodeParents: Uint32Array.from(kept, (old) => numbers[tree.parents[old] as number] ?? NONE),
    dictionaries: view.dictionaries,
  };
}

/** Builds a base from all assets of the newest state. `timeZone` is that of local times. */
export async function buildBase(source: IndexSource, timeZone = 'UTC'): Promise<Base> {
  await using stack = new AsyncDisposableStack();
  const state = stack.use(await source.open());
  const { model, assets, markOf } = state;
  const mark = await markOf(model.revision);
  /** Ends the state after the last asset, because sorting and packing take long and the open state stops checkpoints. */
  async function* allAssets() {
    yield* assets();
    await stack.disposeAsync();
  }
  const tree = numberNodes(model.trees, new Float64Array(0));
  const dictionaries = new Dictionaries();
  const ratings = (ids: readonly number[]) => state.ratings(ids, timeZone);
  const read = { ratings, documents: state.documents.bind(state) };
  const rank = async (texts: NumberedTexts, language: string) => rankTexts(texts, language);
  const context = { model, tree, dictionaries, timeZone, rank, ...read };
  const { columns, documents } = await buildSegment(allAssets(), context);
  return {
    revision: model.revision,
    mark,
    shape: shapeOf(model),
    timeZone,
    packed: pack(columnsOf(columns)),
    documents,
    docs: columns.ids.length,
    wordCount: wordsIn(columns),
    nodeIds: tree.ids,
    nodeParents: tree.parents,
    dictionaries: dictionaries.values(),
  };
}

/** Returns what the layout of every segment depends on: the fields of assets with their types, and the languages. */
export function shapeOf(model: CatalogueModel): string {
  const fields = [...model.infoFields.values()].filter(({ onAssets }) => onAssets);
  return JSON.stringify([languagesOf(model), model.defaultLanguage, fields.map(({ id, type }) => [id, type])]);
}
