import type { Packed } from './columns.ts';
import { attach } from './columns.ts';
import { type Dictionaries, type DictionaryValues, openDictionaries } from './dictionaries.ts';
import type { Bits } from './docs.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { segmentOf } from './segment.ts';

/** One state of the index as it travels between threads: shared buffers and a little plain data. */
export interface ViewData {
  /** Revision of the catalogue that it shows. */
  readonly revision: number;
  /** The base first, then deltas. An asset lives in one of them. */
  readonly segments: readonly SegmentData[];
  /** Tells numberings apart for as long as the process lives: while it is the same, `nodeIds` is. */
  readonly numbering: number;
  /** Node IDs by number. */
  readonly nodeIds: Float64Array;
  readonly dictionaries: DictionaryValues;
  /** Where the texts of deltas stand among the ranks of the base, by `placesKey`. */
  readonly places: { readonly [key: string]: Float64Array };
  /** Words of the own texts of all living assets. */
  readonly wordCount: number;
}

/** Names the places of one column of texts in a language. */
export function placesKey(column: string, language: string): string {
  return `${column} ${language}`;
}

export interface SegmentData {
  /** Tells segments apart for as long as the process lives, so that a thread keeps what it has opened. */
  readonly key: number;
  readonly packed: Packed;
  /** Docs that live no more: deleted assets, and those that a later segment has. */
  readonly dead: Bits;
  readonly deadCount: number;
  /** Parents of nodes by number as they were when `meets` were made. */
  readonly nodeParents: Uint32Array;
}

/** Memory of its columns, which threads share. */
export function bytesOf({ segments }: Pick<ViewData, 'segments'>): number {
  return segments.reduce((sum, { packed }) => sum + packed.buffer.byteLength, 0);
}

/** A state of the index that a thread can search. */
export interface View extends Pick<ViewData, 'revision' | 'numbering' | 'nodeIds' | 'places' | 'wordCount'> {
  readonly segments: readonly ViewSegment[];
  readonly dictionaries: Dictionaries;
  /** Number of living assets, visible or not. */
  readonly assetCount: number;
}

export interface ViewSegment extends Pick<SegmentData, 'key' | 'dead' | 'deadCount' | 'nodeParents'> {
  readonly open: OpenSegment;
}

/** Opens a state; what `before` has open already is used again. */
export function openView(data: ViewData, before?: View): View {
  const segments = data.segments.map(({ key, packed, dead, deadCount, nodeParents }): ViewSegment => {
    const known = before?.segments.find((segment) => segment.key === key);
    return { key, dead, deadCount, nodeParents, open: known?.open ?? openSegment(segmentOf(attach(packed))) };
  });
  return {
    revision: data.revision,
    segments,
    numbering: data.numbering,
    nodeIds: data.nodeIds,
    places: data.places,
    dictionaries: openDictionaries(data.dictionaries),
    assetCount: segments.reduce((sum, { open, deadCount }) => sum + open.size - deadCount, 0),
    wordCount: data.wordCount,
  };
}
