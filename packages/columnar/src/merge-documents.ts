/** Merges the words of documents (`merge-segments.ts`). */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { Bytes } from './bytes.ts';
import type { Codes, Packed } from './columns.ts';
import { DocumentBuilder, type DocumentWords, MORE, type PageWords } from './document-words.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import type { OpenDocuments } from './open-segment.ts';

export function mergeDocuments(
  merged: MergedDocs,
  sources: readonly MergeSource[],
): { readonly parts: readonly Packed[]; readonly lengths: Codes } {
  const builder = new DocumentBuilder();
  const readers = sources.map(({ open }) => new DocumentReader(open.documents));
  if (sources.some(({ open }) => open.documents.length > 0)) {
    for (let doc = 0; doc < merged.size; doc++) {
      const source = merged.sources[doc] as number;
      const pages = readers[source]?.pagesOf(merged.docs[doc] as number);
      if (pages) builder.add(doc, pages);
    }
  }
  return builder.end(merged.size);
}

/** Reads the words of documents in the order of their docs. */
class DocumentReader {
  readonly #parts: readonly OpenDocuments[];
  #next = 0;
  #part: ReturnType<typeof decode> | undefined;

  constructor(parts: readonly OpenDocuments[]) {
    this.#parts = parts;
  }

  /** Docs must ascend from call to call. */
  pagesOf(doc: number): PageWords | undefined {
    while (!this.#part || doc >= this.#part.end) {
      const next = this.#parts[this.#next];
      if (!next) return undefined;
      this.#next += 1;
      this.#part = decode(next);
    }
    return this.#part.pagesOf(doc);
  }
}

/** Restores the texts of a part from its lists. */
function decode({ words, vocabulary }: OpenDocuments) {
  const [first, end] = words.range as unknown as [number, number];
  const starts = new Uint32Array(end - first + 1);
  eachPlace(words, (_, doc, place) => {
    starts[doc + 1] = Math.max(starts[doc + 1] as number, place + 1);
  });
  for (let doc = 0; doc < end - first; doc++) starts[doc + 1] = (starts[doc + 1] as number) + (starts[doc] as number);
  // Places between pages keep 0.
  const stream = new Uint32Array(starts[end - first] as number);
  eachPlace(words, (word, doc, place) => {
    stream[(starts[doc] as number) + place] = word + 1;
  });
  const all = Array.from(words.counts, (_, word) => vocabulary.word(word));
  return {
    end,
    pagesOf: (doc: number): PageWords | undefined => {
      if (doc < first) return undefined;
      const own = stream.subarray(starts[doc - first], starts[doc - first + 1]);
      if (own.length === 0) return undefined;
      const pages: string[][] = [[]];
      for (const word of own) {
        if (word === 0) pages.push([]);
        else pages.at(-1)?.push(all[word - 1] as string);
      }
      return pages;
    },
  };
}

/** Visits every occurrence of every word. */
function eachPlace(words: DocumentWords, visit: (word: number, doc: number, place: number) => void): void {
  const docs = new Bytes(words.docs.bytes);
  const places = new Bytes(words.places.bytes);
  for (let word = 0; word < words.counts.length; word++) {
    docs.at = words.docs.offsets[word] as number;
    places.at = words.places.offsets[word] as number;
    let doc = 0;
    for (let left = words.counts[word] as number; left > 0; left--) {
      const code = docs.read();
      doc += code >>> 2;
      let frequency = (code & 3) + 1;
      if (frequency > MORE) frequency += docs.read();
      // Where there are many, how often is not stored, but how many bytes they take.
      const end = frequency < MAX_FREQUENCY ? 0 : places.read() + places.at;
      let place = 0;
      for (let n = 0; end > 0 ? places.at < end : n < frequency; n++) {
        place += places.read();
        visit(word, doc, place);
      }
    }
  }
}
