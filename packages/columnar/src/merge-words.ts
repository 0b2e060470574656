/** Merges the words of segments (`merge-segments.ts`). */
import { type CopiedWords, openWordBuilder } from './build-words.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import { NONE, type WordColumns } from './segment.ts';

export function mergeWords(merged: MergedDocs, sources: readonly MergeSource[]): WordColumns {
  const builder = openWordBuilder();
  const copied = sources.map(({ open: { vocabulary, columns } }): CopiedWords => {
    const { texts, vocabulary: all } = columns.words;
    return { texts, wordOf: vocabulary.word, numbers: new Uint32Array(all.offsets.length - 1).fill(NONE) };
  });
  for (let doc = 0; doc < merged.size; doc++) {
    builder.copy(copied[merged.sources[doc] as number] as CopiedWords, merged.docs[doc] as number);
    builder.endDoc();
  }
  return builder.columns();
}
