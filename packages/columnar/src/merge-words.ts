/** Merges the words of segments (`merge-segments.ts`). */
import { type CopiedWords, openWordBuilder } from './build-words.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import { NONE, textMark, type WordColumns } from './segment.ts';

export function mergeWords(merged: MergedDocs, sources: readonly MergeSource[]): WordColumns {
  const builder = openWordBuilder();
  const copied = sources.map(({ open: { vocabulary, columns } }, source): CopiedWords => {
    const { texts } = columns.words;
    const used = usedWords(columns.words, merged.places[source] as Uint32Array);
    return {
      texts,
      numbers: used.map((isUsed, word) => (isUsed === 1 ? builder.numberOf(vocabulary.word(word)) : NONE)),
    };
  });
  for (let doc = 0; doc < merged.size; doc++) {
    builder.copy(copied[merged.sources[doc] as number] as CopiedWords, merged.docs[doc] as number);
    builder.endDoc();
  }
  return builder.columns();
}

/** Returns 1 for each word that a doc with a place has. */
function usedWords({ vocabulary, texts: { offsets, words } }: WordColumns, places: Uint32Array): Uint32Array {
  const used = new Uint32Array(vocabulary.offsets.length - 1);
  const mark = textMark(words);
  for (let doc = 0; doc < places.length; doc++) {
    if (places[doc] === NONE) continue;
    for (let at = offsets[doc] as number; at < (offsets[doc + 1] as number); at++) {
      if ((words[at] as number) < mark) used[words[at] as number] = 1;
    }
  }
  return used;
}
