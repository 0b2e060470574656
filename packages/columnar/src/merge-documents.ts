/**
 * Merges the words of documents (`merge-segments.ts`): the lists of a word follow each other with new numbers of docs, and
 * its places are copied as they are.
 */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { packWords } from './build-words.ts';
import { Bytes } from './bytes.ts';
import { type Codes, type ColumnTree, Growing, type Packed, pack } from './columns.ts';
import { BLOCK, type DocumentWords, MORE, PART_WORDS } from './document-words.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import type { OpenDocuments } from './open-segment.ts';
import { NONE } from './segment.ts';

/** Bytes that a doc of a word takes at most, without its places. */
const MAX_DOC_BYTES = 6;

export function mergeDocuments(
  merged: MergedDocs,
  sources: readonly MergeSource[],
  partWords = PART_WORDS,
): { readonly parts: readonly Packed[]; readonly lengths: Codes } {
  const lengths = merged.codes(sources.map(({ open }) => open.columns.documentLengths));
  const parts: Packed[] = [];
  let first = 0;
  let words = 0;
  for (let doc = 0; doc < lengths.length; doc++) {
    const length = lengths[doc] as number;
    // As where documents are added one by one.
    if (words > partWords && length > 0) {
      parts.push(pack(mergePart(merged, sources, first, doc) as unknown as ColumnTree));
      words = 0;
    }
    if (words === 0) first = doc;
    words += length;
  }
  if (words > 0) parts.push(pack(mergePart(merged, sources, first, lengths.length) as unknown as ColumnTree));
  return { parts, lengths: parts.length > 0 ? lengths : new Uint8Array(0) };
}

/** Merges the words of the new docs `[first, end)`; the first has some. */
function mergePart(merged: MergedDocs, sources: readonly MergeSource[], first: number, end: number): DocumentWords {
  const parts = sources.flatMap(({ open }, source) => {
    const places = merged.places[source] as Uint32Array;
    return open.documents
      .map((part) => new SourcePart(part, places, first, end))
      .filter((part) => part.word !== undefined);
  });
  const words: string[] = [];
  const counts = new Growing();
  const [docEnds, placeEnds, blockEnds, starts] = [newEnds(), newEnds(), newEnds(), new Growing()];
  const [docs, places] = [new Bytes(1024), new Bytes(1024)];
  let last = first;
  for (let word = nextWord(parts); word !== undefined; word = nextWord(parts)) {
    const having = parts.filter((part) => part.word === word);
    for (const part of having) part.open();
    const start = places.at;
    let count = 0;
    let before = first;
    for (let part = nextPart(having); part; part = nextPart(having)) {
      if (count > 0 && count % BLOCK === 0) starts.push(places.at - start);
      docs.makeRoom(MAX_DOC_BYTES);
      docs.write((part.doc - before) * 4 + Math.min(part.frequency - 1, MORE));
      if (part.frequency > MORE) docs.write(part.frequency - 1 - MORE);
      places.copy(part.places, part.from, part.to);
      before = part.doc;
      last = Math.max(last, before);
      count += 1;
      part.next();
    }
    for (const part of having) part.nextWord();
    // All docs with the word may be gone.
    if (count === 0) continue;
    words.push(word);
    counts.push(count);
    docEnds.push(docs.at);
    placeEnds.push(places.at);
    blockEnds.push(starts.length);
  }
  return {
    range: Uint32Array.of(first, last + 1),
    vocabulary: packWords(words).vocabulary,
    counts: counts.column(),
    docs: { offsets: docEnds.column(), bytes: docs.bytes.slice(0, docs.at) },
    places: { offsets: placeEnds.column(), bytes: places.bytes.slice(0, places.at) },
    blocks: { offsets: blockEnds.column(), starts: starts.column() },
  };
}

function newEnds(): Growing {
  const ends = new Growing();
  ends.push(0);
  return ends;
}

function nextWord(parts: readonly SourcePart[]): string | undefined {
  let word: string | undefined;
  for (const part of parts) if (part.word !== undefined && (word === undefined || part.word < word)) word = part.word;
  return word;
}

function nextPart(parts: readonly SourcePart[]): SourcePart | undefined {
  let next: SourcePart | undefined;
  for (const part of parts) if (part.doc !== NONE && (next === undefined || part.doc < next.doc)) next = part;
  return next;
}

/** Reads a part word by word, and each word doc by doc: those that are at new places within a range. */
class SourcePart {
  /** The word; undefined after the last, or if no doc is within the range. */
  word: string | undefined;
  /** The new doc, or NONE after the last; how often it has the word, and the bytes with the places. */
  doc = NONE;
  frequency = 0;
  from = 0;
  to = 0;
  readonly #part: OpenDocuments;
  /** New docs by doc of the part; NONE outside of the range. */
  readonly #newDocs: Uint32Array;
  readonly #docs: Bytes;
  readonly #places: Bytes;
  #number = 0;
  #left = 0;
  #old = 0;

  constructor(part: OpenDocuments, places: Uint32Array, first: number, end: number) {
    this.#part = part;
    const [from, to] = part.words.range;
    this.#newDocs = places.slice(from, to).map((doc) => (doc >= first && doc < end ? doc : NONE));
    this.#docs = new Bytes(part.words.docs.bytes);
    this.#places = new Bytes(part.words.places.bytes);
    if (this.#newDocs.some((doc) => doc !== NONE)) this.word = part.vocabulary.word(0);
  }

  get places(): Uint8Array {
    return this.#places.bytes;
  }

  nextWord(): void {
    this.#number += 1;
    const { counts } = this.#part.words;
    this.word = this.#number < counts.length ? this.#part.vocabulary.word(this.#number) : undefined;
  }

  /** Goes to the first doc of the word. */
  open(): void {
    const { counts, docs, places } = this.#part.words;
    this.#left = counts[this.#number] as number;
    this.#docs.at = docs.offsets[this.#number] as number;
    this.#places.at = places.offsets[this.#number] as number;
    this.#old = 0;
    this.next();
  }

  next(): void {
    const [docs, places] = [this.#docs, this.#places];
    this.doc = NONE;
    while (this.doc === NONE && this.#left > 0) {
      this.#left -= 1;
      const code = docs.read();
      this.#old += code >>> 2;
      this.frequency = (code & 3) === MORE ? MORE + 1 + docs.read() : (code & 3) + 1;
      this.from = places.at;
      if (this.frequency < MAX_FREQUENCY) places.skip(this.frequency);
      else {
        const bytes = places.read();
        places.at += bytes;
      }
      this.to = places.at;
      this.doc = this.#newDocs[this.#old] as number;
    }
  }
}
