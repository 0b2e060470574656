/** Finds the docs whose documents contain a word, a prefix or a phrase, and how often. */
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { Bytes } from './bytes.ts';
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

function rangesOf({ vocabulary }: OpenDocuments, { words, isPrefix }: TextTerm): readonly Range[] {
  return words.map((word, i) => vocabulary.range(word, isPrefix && i === words.length - 1));
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
  const ranges = rangesOf(part, term);
  if (ranges.some(([first, end]) => first === end)) return NO_HITS;
  const { words } = part;
  const [range, ...more] = ranges as readonly [Range, ...Range[]];
  const { docs, frequencies } = more.length > 0 ? phraseHits(words, ranges) : wordHits(words, range);
  const first = words.range[0] as number;
  if (first > 0) for (let i = 0; i < docs.length; i++) docs[i] = (docs[i] as number) + first;
  return { docs, frequencies };
}

/** Returns the docs of any word of a range, counted from the first of the part. */
function wordHits(words: DocumentWords, [first, end]: Range): DocumentHits {
  if (end - first === 1) return postingsOf(words, first);
  // Clamped, because a prefix may fit thousands of words.
  const sums = new Uint8ClampedArray((words.range[1] as number) - (words.range[0] as number));
  const { bytes, offsets } = words.docs;
  for (let word = first; word < end; word++) {
    let at = offsets[word] as number;
    let doc = 0;
    for (let left = words.counts[word] as number; left > 0; left--) {
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
  for (let i = 0; i < candidates.length; i++) {
    const doc = candidates[i] as number;
    const count = countTogether(readers, doc);
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
function countTogether(readers: readonly Reader[], doc: number): number {
  const [first, ...more] = readers as readonly [Reader, ...Reader[]];
  let starts = room;
  let count = 0;
  const own = first.reader.of(doc);
  if (own.length > starts.length) starts = room = new Uint32Array(own.length * 2);
  for (let i = 0; i < own.length; i++) {
    const place = own[i] as number;
    if (place >= first.ahead) starts[count++] = place - first.ahead;
  }
  for (const { reader, ahead } of more) {
    if (count === 0) return 0;
    const places = reader.of(doc);
    let kept = 0;
    let at = 0;
    for (let i = 0; i < count; i++) {
      const wanted = (starts[i] as number) + ahead;
      while (at < places.length && (places[at] as number) < wanted) at += 1;
      if (at === places.length) break;
      if (places[at] === wanted) starts[kept++] = starts[i] as number;
    }
    count = kept;
  }
  return Math.min(MAX_FREQUENCY, count);
}

/** Starts of phrases, in memory that searches share because they run without interruption. */
let room = new Uint32Array(8192);

/** Reads the places of a word, or of those of a range, in docs that ascend from call to call; again for the same. */
interface Places {
  of(doc: number): Uint32Array;
}

class WordPlaces implements Places {
  readonly #hits: DocumentHits;
  readonly #bytes: Bytes;
  readonly #start: number;
  readonly #blocks: Uint32Array;
  /** The posting whose places come next. */
  #at = 0;
  #room = new Uint32Array(256);
  #doc = -1;
  #places: Uint32Array = NO_DOCS;

  constructor(words: DocumentWords, word: number, hits: DocumentHits) {
    this.#hits = hits;
    this.#bytes = new Bytes(words.places.bytes);
    this.#start = words.places.offsets[word] as number;
    this.#bytes.at = this.#start;
    const { offsets, starts } = words.blocks;
    this.#blocks = starts.subarray(offsets[word], offsets[word + 1]);
  }

  of(doc: number): Uint32Array {
    if (doc === this.#doc) return this.#places;
    this.#doc = doc;
    const { docs, frequencies } = this.#hits;
    const wanted = firstAtLeast(docs, doc, this.#at);
    if (docs[wanted] !== doc) {
      this.#places = NO_DOCS;
      return NO_DOCS;
    }
    const bytes = this.#bytes;
    const block = Math.floor(wanted / BLOCK);
    if (block > Math.floor(this.#at / BLOCK)) {
      this.#at = block * BLOCK;
      bytes.at = this.#start + (this.#blocks[block - 1] as number);
    }
    for (; this.#at < wanted; this.#at += 1) {
      const frequency = frequencies[this.#at] as number;
      if (frequency < MAX_FREQUENCY) bytes.skip(frequency);
      else {
        const length = bytes.read();
        bytes.at += length;
      }
    }
    this.#at += 1;
    this.#places = this.#read(frequencies[wanted] as number);
    return this.#places;
  }

  #read(frequency: number): Uint32Array {
    const bytes = this.#bytes;
    let count = 0;
    let place = 0;
    if (frequency < MAX_FREQUENCY) {
      for (; count < frequency; count++) {
        place += bytes.read();
        this.#room[count] = place;
      }
      return this.#room.subarray(0, count);
    }
    const length = bytes.read();
    if (length > this.#room.length) this.#room = new Uint32Array(length * 2);
    for (const end = bytes.at + length; bytes.at < end; count++) {
      place += bytes.read();
      this.#room[count] = place;
    }
    return this.#room.subarray(0, count);
  }
}

/** The places of all words of a range. */
class RangePlaces implements Places {
  /** The words of each doc. */
  readonly #words = new Map<number, WordPlaces[]>();
  #doc = -1;
  #places: Uint32Array = NO_DOCS;

  constructor(words: DocumentWords, [first, end]: Range, candidates: Uint32Array) {
    for (let word = first; word < end; word++) {
      const hits = postingsOf(words, word);
      const among = intersect(candidates, hits.docs);
      if (among.length === 0) continue;
      const places = new WordPlaces(words, word, hits);
      for (const doc of among) this.#words.getOrInsertComputed(doc, () => []).push(places);
    }
  }

  of(doc: number): Uint32Array {
    if (doc === this.#doc) return this.#places;
    this.#doc = doc;
    const lists = (this.#words.get(doc) ?? []).map((places) => places.of(doc));
    const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const list of lists) {
      all.set(list, at);
      at += list.length;
    }
    this.#places = lists.length > 1 ? all.sort() : all;
    return this.#places;
  }
}
