/** Finds the docs whose documents contain a word, a prefix or a phrase, and how often. */
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { firstAtLeast, intersect, NO_DOCS } from './docs.ts';
import { BLOCK, type DocumentWords, MORE } from './document-words.ts';
import type { OpenDocuments, OpenSegment } from './open-segment.ts';

/** Docs, ascending, with how often each has a term in its document, at most `MAX_FREQUENCY`. */
export interface DocumentHits {
  readonly docs: Uint32Array;
  readonly frequencies: Uint8Array;
}

type Range = readonly [first: number, end: number];

const NO_HITS: DocumentHits = { docs: NO_DOCS, frequencies: new Uint8Array(0) };

/** Terms live as long as their query. */
const found = new WeakMap<TextTerm, WeakMap<OpenSegment, DocumentHits>>();
const rangesOfTerms = new WeakMap<TextTerm, WeakMap<OpenDocuments, readonly Range[]>>();

export function documentHits(segment: OpenSegment, term: TextTerm): DocumentHits {
  if (segment.documents.length === 0) return NO_HITS;
  return found
    .getOrInsertComputed(term, () => new WeakMap())
    .getOrInsertComputed(segment, () => joined(segment.documents.map((part) => hitsIn(part, term))));
}

/** Estimates the entries read: the docs of all words and, for a phrase, the places of each in the fewest of them. */
export function documentEntries({ documents }: OpenSegment, term: TextTerm): number {
  return documents.reduce((sum, part) => {
    const counts = rangesOf(part, term).map((range) => countOf(part.words, range));
    const all = counts.reduce((total, count) => total + count, 0);
    return sum + all + (counts.length > 1 ? Math.min(...counts) * counts.length * MAX_FREQUENCY : 0);
  }, 0);
}

function rangesOf(part: OpenDocuments, term: TextTerm): readonly Range[] {
  return rangesOfTerms
    .getOrInsertComputed(term, () => new WeakMap())
    .getOrInsertComputed(part, ({ vocabulary }) =>
      term.words.map((word, i) => vocabulary.range(word, term.isPrefix && i === term.words.length - 1)),
    );
}

function countOf({ counts }: DocumentWords, [first, end]: Range): number {
  let sum = 0;
  for (let word = first; word < end; word++) sum += counts[word] as number;
  return sum;
}

function joined(hits: readonly DocumentHits[]): DocumentHits {
  const some = hits.filter(({ docs }) => docs.length > 0);
  if (some.length <= 1) return some[0] ?? NO_HITS;
  const length = some.reduce((sum, { docs }) => sum + docs.length, 0);
  const [docs, frequencies] = [new Uint32Array(length), new Uint8Array(length)];
  let at = 0;
  for (const hit of some) {
    docs.set(hit.docs, at);
    frequencies.set(hit.frequencies, at);
    at += hit.docs.length;
  }
  return { docs, frequencies };
}

function hitsIn(part: OpenDocuments, term: TextTerm): DocumentHits {
  const own = rangesOf(part, term);
  if (own.some(([first, end]) => first === end)) return NO_HITS;
  const { words } = part;
  const [range, ...more] = own as readonly [Range, ...Range[]];
  const { docs, frequencies } = more.length > 0 ? phraseHits(words, own) : wordHits(words, range);
  const first = words.range[0] as number;
  if (first > 0) for (let i = 0; i < docs.length; i++) docs[i] = (docs[i] as number) + first;
  return { docs, frequencies };
}

/** Returns the docs of any word of a range, counted from the first of the part. */
function wordHits(words: DocumentWords, [first, end]: Range): DocumentHits {
  if (end - first === 1) return postingsOf(words, first);
  const { counts, range } = words;
  const size = (range[1] as number) - (range[0] as number);
  // Clamped, because a prefix may fit thousands of words.
  const sums = new Uint8ClampedArray(size);
  const isCommon = (word: number) => COMMON * (counts[word] as number) >= size;
  const common: number[] = [];
  for (let word = first; word < end; word++) if (isCommon(word)) common.push(word);
  common.sort((a, b) => (counts[b] as number) - (counts[a] as number));
  // Docs before this one have the words as often as counts.
  let full = 0;
  const add = (word: number) => {
    addPostings(words, word, sums);
    while ((sums[full] as number) >= MAX_FREQUENCY) full += 1;
  };
  for (let i = 0; i < common.length && full < size; i++) add(common[i] as number);
  for (let word = first; word < end && full < size; word++) if (!isCommon(word)) add(word);
  let count = 0;
  for (let doc = 0; doc < sums.length; doc++) if (sums[doc] !== 0) count += 1;
  const [docs, frequencies] = [new Uint32Array(count), new Uint8Array(count)];
  for (let doc = 0, n = 0; n < count; doc++) {
    const sum = sums[doc] as number;
    if (sum === 0) continue;
    docs[n] = doc;
    frequencies[n++] = Math.min(MAX_FREQUENCY, sum);
  }
  return { docs, frequencies };
}

/** Words of a prefix that one of so many docs has come first, because the others often need not be read after them. */
const COMMON = 4;

/** Adds to the sum of each doc how often it has a word. */
function addPostings({ docs: { bytes, offsets }, counts }: DocumentWords, word: number, sums: Uint8ClampedArray): void {
  let at = offsets[word] as number;
  let doc = 0;
  for (let left = counts[word] as number; left > 0; left--) {
    let byte = bytes[at++] as number;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number;
      code |= (byte & 127) << shift;
    }
    doc += code >>> 2;
    const frequency = (code & 3) === MORE ? MORE + 1 + (bytes[at++] as number) : (code & 3) + 1;
    sums[doc] = (sums[doc] as number) + frequency;
  }
}

function postingsOf(words: DocumentWords, word: number): DocumentHits {
  const count = words.counts[word] as number;
  const [docs, frequencies] = [new Uint32Array(count), new Uint8Array(count)];
  const { bytes } = words.docs;
  let at = words.docs.offsets[word] as number;
  let doc = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++] as number;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number;
      code |= (byte & 127) << shift;
    }
    doc += code >>> 2;
    docs[i] = doc;
    frequencies[i] = (code & 3) === MORE ? MORE + 1 + (bytes[at++] as number) : (code & 3) + 1;
  }
  return { docs, frequencies };
}

function phraseHits(words: DocumentWords, ranges: readonly Range[]): DocumentHits {
  // A phrase of a script without spaces may repeat a letter thousands of times.
  const different = [...new Map(ranges.map((range) => [range.join(), range])).values()];
  const lists = different.map((range) => wordHits(words, range));
  const candidates = lists
    .map(({ docs }) => docs)
    .sort((a, b) => a.length - b.length)
    .reduce(intersect);
  if (candidates.length === 0) return NO_HITS;
  const places = new Map(
    different.map((range, i) => [
      range.join(),
      range[1] - range[0] === 1
        ? new WordPlaces(words, range[0], lists[i] as DocumentHits)
        : new RangePlaces(words, range, candidates),
    ]),
  );
  const readers = ranges.map((range, i) => ({ reader: places.get(range.join()) as Places, ahead: i }));
  // The word with the fewest places first, as far as is known.
  const sizes = new Map(different.map((range) => [range.join(), countOf(words, range)]));
  readers.sort((a, b) => sizeOf(a.ahead) - sizeOf(b.ahead));
  function sizeOf(place: number): number {
    return sizes.get((ranges[place] as Range).join()) as number;
  }
  const docs = new Uint32Array(candidates.length);
  const frequencies = new Uint8Array(candidates.length);
  let n = 0;
  const [fewest, ...others] = readers as [Reader, ...Reader[]];
  for (let i = 0; i < candidates.length; i++) {
    const doc = candidates[i] as number;
    const count = countTogether(fewest, others, doc);
    if (count === 0) continue;
    docs[n] = doc;
    frequencies[n++] = count;
  }
  return { docs: docs.slice(0, n), frequencies: frequencies.slice(0, n) };
}

interface Reader {
  readonly reader: Places;
  /** How far after the start of the phrase its word is. */
  readonly ahead: number;
}

/** Counts where the words follow each other. */
function countTogether(first: Reader, more: readonly Reader[], doc: number): number {
  let starts = room;
  let count = 0;
  const own = first.reader.moveTo(doc);
  const ownPlaces = first.reader.room;
  if (own > starts.length) starts = room = new Uint32Array(own * 2);
  for (let i = 0; i < own; i++) {
    const place = ownPlaces[i] as number;
    if (place >= first.ahead) starts[count++] = place - first.ahead;
  }
  for (let next = 0; next < more.length && count > 0; next++) {
    const { reader, ahead } = more[next] as Reader;
    const length = reader.moveTo(doc);
    const places = reader.room;
    let kept = 0;
    let at = 0;
    for (let i = 0; i < count; i++) {
      const wanted = (starts[i] as number) + ahead;
      while (at < length && (places[at] as number) < wanted) at += 1;
      if (at === length) break;
      if (places[at] === wanted) starts[kept++] = starts[i] as number;
    }
    count = kept;
  }
  return Math.min(MAX_FREQUENCY, count);
}

/** Starts of phrases, in memory that searches share because they run without interruption. */
let room = new Uint32Array(8192);

/** Reads the places of a word, or of those of a range. */
interface Places {
  /** Those of the doc that was moved to, ascending, and then others. */
  readonly room: Uint32Array;
  /** Returns how many places there are in a doc. Docs ascend from call to call; the same one may come again. */
  moveTo(doc: number): number;
}

class WordPlaces implements Places {
  room = new Uint32Array(MAX_FREQUENCY);
  readonly #hits: DocumentHits;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #blocks: Uint32Array;
  /** The posting whose places come next, and where they begin. */
  #next = 0;
  #at: number;
  #doc = -1;
  #count = 0;

  constructor(words: DocumentWords, word: number, hits: DocumentHits) {
    this.#hits = hits;
    this.#bytes = words.places.bytes;
    this.#start = words.places.offsets[word] as number;
    this.#at = this.#start;
    const { offsets, starts } = words.blocks;
    this.#blocks = starts.subarray(offsets[word], offsets[word + 1]);
  }

  moveTo(doc: number): number {
    if (doc !== this.#doc) {
      this.#doc = doc;
      const { docs } = this.#hits;
      const wanted = docs[this.#next] === doc ? this.#next : firstAtLeast(docs, doc, this.#next);
      if (docs[wanted] === doc) {
        this.#skipTo(wanted);
        this.#count = this.#read(wanted);
      } else {
        this.#count = 0;
      }
    }
    return this.#count;
  }

  #skipTo(wanted: number): void {
    const { frequencies } = this.#hits;
    const block = Math.floor(wanted / BLOCK);
    if (block > Math.floor(this.#next / BLOCK)) {
      this.#next = block * BLOCK;
      this.#at = this.#start + (this.#blocks[block - 1] as number);
    }
    const bytes = this.#bytes;
    for (; this.#next < wanted; this.#next += 1) {
      const frequency = frequencies[this.#next] as number;
      if (frequency < MAX_FREQUENCY) {
        let at = this.#at;
        for (let left = frequency; left > 0; ) if ((bytes[at++] as number) < 128) left -= 1;
        this.#at = at;
      } else {
        const length = this.#lengthAtStart();
        this.#at += length;
      }
    }
  }

  /** Reads the places of the next posting. The loops are all that takes long where words are common. */
  #read(wanted: number): number {
    this.#next = wanted + 1;
    const frequency = this.#hits.frequencies[wanted] as number;
    const isLong = frequency === MAX_FREQUENCY;
    const length = isLong ? this.#lengthAtStart() : 0;
    if (length > this.room.length) this.room = new Uint32Array(length * 2);
    const { room } = this;
    const bytes = this.#bytes;
    const end = this.#at + length;
    let at = this.#at;
    let place = 0;
    let count = 0;
    while (isLong ? at < end : count < frequency) {
      let byte = bytes[at++] as number;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] as number;
        distance |= (byte & 127) << shift;
      }
      place += distance;
      room[count++] = place;
    }
    this.#at = at;
    return count;
  }

  /** Reads how many bytes the places take where there are many. */
  #lengthAtStart(): number {
    let byte = 128;
    let length = 0;
    for (let shift = 0; byte > 127; shift += 7) {
      byte = this.#bytes[this.#at++] as number;
      length |= (byte & 127) << shift;
    }
    return length;
  }
}

/** The places of all words of a range. */
class RangePlaces implements Places {
  room = new Uint32Array(MAX_FREQUENCY);
  /** The words of each doc. */
  readonly #words = new Map<number, WordPlaces[]>();
  #doc = -1;
  #count = 0;

  constructor(words: DocumentWords, [first, end]: Range, candidates: Uint32Array) {
    for (let word = first; word < end; word++) {
      const hits = postingsOf(words, word);
      const among = intersect(candidates, hits.docs);
      if (among.length === 0) continue;
      const places = new WordPlaces(words, word, hits);
      for (const doc of among) this.#words.getOrInsertComputed(doc, () => []).push(places);
    }
  }

  moveTo(doc: number): number {
    if (doc === this.#doc) return this.#count;
    this.#doc = doc;
    const lists = this.#words.get(doc) ?? [];
    const counts = lists.map((places) => places.moveTo(doc));
    this.#count = counts.reduce((sum, count) => sum + count, 0);
    if (this.#count > this.room.length) this.room = new Uint32Array(this.#count * 2);
    let at = 0;
    for (const [i, { room }] of lists.entries()) {
      this.room.set(room.subarray(0, counts[i]), at);
      at += counts[i] as number;
    }
    if (lists.length > 1) this.room.subarray(0, at).sort();
    return this.#count;
  }
}
