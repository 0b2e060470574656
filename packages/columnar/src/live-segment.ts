/** Segments with deleted docs. */
import type { Built } from './build-segment.ts';
import { pack } from './columns.ts';
import { bitsFor, hasBit } from './docs.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { columnsOf, type DocumentCounts, documentsIn, wordsIn } from './segment.ts';
import type { SegmentData } from './view.ts';

/** A segment together with its deleted docs, as the indexer keeps it. */
export interface LiveSegment extends DocumentCounts {
  readonly data: SegmentData;
  readonly open: OpenSegment;
  /** Number of words of all live docs. */
  readonly words: number;
}

/** Opens what was built, without deleted docs. */
export function liveSegment(
  { columns, documents }: Built,
  { key, nodeParents }: Pick<SegmentData, 'key' | 'nodeParents'>,
): LiveSegment {
  const deleted = bitsFor(columns.ids.length);
  return {
    data: { key, nodeParents, packed: pack(columnsOf(columns)), documents, deleted, deletedCount: 0 },
    open: openSegment(columns, documents),
    words: wordsIn(columns),
    ...documentsIn(columns),
  };
}

/** Returns the segment with the docs of these assets marked as deleted. */
export function withoutDocs(segment: LiveSegment, assets: readonly number[]): LiveSegment {
  const { data, open } = segment;
  const deleted = data.deleted.slice();
  let { deletedCount } = data;
  let { words, documents, documentWords } = segment;
  for (const id of assets) {
    const doc = open.docOf(id);
    if (doc === undefined || hasBit(deleted, doc)) continue;
    deleted[doc >>> 5] = (deleted[doc >>> 5] as number) | (1 << (doc & 31));
    deletedCount += 1;
    words -= open.columns.words.lengths[doc] as number;
    const inDocument = open.columns.documentLengths[doc] ?? 0;
    if (inDocument > 0) documents -= 1;
    documentWords -= inDocument;
  }
  return { data: { ...data, deleted, deletedCount }, open, words, documents, documentWords };
}

export function liveDocsIn({ data, open }: LiveSegment): number {
  return open.size - data.deletedCount;
}
