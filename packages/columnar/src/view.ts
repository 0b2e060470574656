/**
 * States of the index: as threads send them to each other (`ViewData`), and as each thread opens them for searching
 * (`View`).
 */
import { attach, bytesIn, type Packed } from './columns.ts';
import { Dictionaries, type DictionaryValues } from './dictionaries.ts';
import type { Bits } from './docs.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { segmentOf } from './segment.ts';

/** One state of the index as threads send it to each other: shared buffers and a little plain data. */
export interface ViewData {
  readonly revision: number;
  /** The base first, then deltas. Each asset is live in exactly one of them. */
  readonly segments: readonly SegmentData[];
  /** Identifies the node numbering within the process: views with the same value have the same `nodeIds`. */
  readonly numbering: number;
  /** Node IDs by number. */
  readonly nodeIds: Float64Array;
  readonly dictionaries: DictionaryValues;
  /** Positions of the deltas' texts among the ranks of the base, by `positionsKey`. */
  readonly places: { readonly [key: string]: Float64Array };
  /** Number of words in all live assets' own texts. */
  readonly wordCount: number;
  /** Number of live assets with words in their documents, and of these words. */
  readonly documents: number;
  readonly documentWords: number;
}

/** A segment as threads send it to each other. */
export interface SegmentData {
  /** Identifies the segment within the process, so that a thread can reuse a segment it has opened. */
  readonly key: number;
  readonly packed: Packed;
  /** The words of documents, in parts (`document-words.ts`). */
  readonly documents: readonly Packed[];
  /** Dead docs: those of deleted assets and of assets that are in a later segment. */
  readonly deleted: Bits;
  readonly deletedCount: number;
  /** Parents by node number at the time when `commonAncestors` was computed. */
  readonly nodeParents: Uint32Array;
}

/** One state of the index, opened for searching in one thread. */
export interface View extends Omit<ViewData, 'segments' | 'dictionaries'> {
  readonly segments: readonly ViewSegment[];
  readonly dictionaries: Dictionaries;
  /** Number of live assets, visible or not. */
  readonly assetCount: number;
}

/** A segment of a view, opened for searching. */
export interface ViewSegment extends Pick<SegmentData, 'key' | 'deleted' | 'deletedCount' | 'nodeParents'> {
  readonly open: OpenSegment;
}

/** Opens a state, reusing the segments that `before` has already opened. */
export function openView(data: ViewData, before?: View): View {
  const segments = data.segments.map(({ key, packed, documents, deleted, deletedCount, nodeParents }): ViewSegment => {
    const opened = before?.segments.find((segment) => segment.key === key);
    const open = opened?.open ?? openSegment(segmentOf(attach(packed)), documents);
    return { key, deleted, deletedCount, nodeParents, open };
  });
  return {
    revision: data.revision,
    segments,
    numbering: data.numbering,
    nodeIds: data.nodeIds,
    places: data.places,
    dictionaries: new Dictionaries(data.dictionaries),
    assetCount: segments.reduce((sum, { open, deletedCount }) => sum + open.size - deletedCount, 0),
    wordCount: data.wordCount,
    documents: data.documents,
    documentWords: data.documentWords,
  };
}

/** The key of one text column and language in `ViewData.places`. */
export function positionsKey(column: string, language: string): string {
  return `${column} ${language}`;
}

/** Size of the columns in bytes; threads share this memory. */
export function bytesOf({ segments }: Pick<ViewData, 'segments'>): number {
  return segments
    .flatMap(({ packed, documents }) => [packed, ...documents])
    .reduce((sum, each) => sum + bytesIn(each), 0);
}
