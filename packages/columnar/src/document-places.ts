/** Reads where words stand in documents, and counts where they follow each other. */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { firstAtLeast } from './docs.ts';
import { BLOCK, type DocumentWords } from './document-words.ts';

/** Docs, ascending, with how often each has a term in its document, at most `MAX_FREQUENCY`. */
export interface DocumentHits {
  readonly docs: Uint32Array;
  readonly frequencies: Uint8Array;
}

/** The places of a word, or of several, in docs that ascend from call to call; the same one may come again. */
export interface Places {
  /** Writes the places in a doc, ascending, into `room`; returns how many there are. */
  read(doc: number): number;
  readonly room: Uint32Array;
  /** Writes those places in a doc that are marked with 1, of which none is after `last`; returns how many there are. */
  readMarked(doc: number, marks: Uint8Array, last: number, into: Uint32Array): number;
}

/** A word of a phrase, and how far after the start of the phrase it is. */
export interface PhraseWord {
  readonly places: Places;
  readonly ahead: number;
}

// In memory that searches share because they run without interruption.
let starts = new Uint32Array(8192);
let kept = new Uint32Array(8192);
/** All 0 between uses. */
let marks = new Uint8Array(8192);

/** Counts where the words of a phrase follow each other in a doc. The first should be the one with the fewest places. */
export function countTogether({ places, ahead }: PhraseWord, others: readonly PhraseWord[], doc: number): number {
  const read = places.read(doc);
  if (read >= starts.length) [starts, kept] = [new Uint32Array(read * 2), new Uint32Array(read * 2)];
  let count = 0;
  for (let i = 0; i < read; i++) {
    const start = (places.room[i] as number) - ahead;
    if (start >= 0) starts[count++] = start;
  }
  for (let next = 0; next < others.length && count > 0; next++) {
    const other = others[next] as PhraseWord;
    const last = (starts[count - 1] as number) + other.ahead;
    if (last >= marks.length) marks = new Uint8Array(last * 2);
    for (let i = 0; i < count; i++) marks[(starts[i] as number) + other.ahead] = 1;
    const left = other.places.readMarked(doc, marks, last, kept);
    for (let i = 0; i < count; i++) marks[(starts[i] as number) + other.ahead] = 0;
    for (let i = 0; i < left; i++) starts[i] = (kept[i] as number) - other.ahead;
    count = left;
  }
  return Math.min(MAX_FREQUENCY, count);
}

export class WordPlaces implements Places {
  room = new Uint32Array(MAX_FREQUENCY);
  readonly #hits: DocumentHits;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #blocks: Uint32Array;
  /** The doc that was moved to, its posting and where its places begin. */
  #doc = -1;
  #posting = 0;
  #from: number;
  /** The posting after those that were read or skipped, and where its places begin. */
  #next = 0;
  #at: number;

  constructor(words: DocumentWords, word: number, hits: DocumentHits) {
    this.#hits = hits;
    this.#bytes = words.places.bytes;
    this.#start = words.places.offsets[word] as number;
    this.#at = this.#start;
    this.#from = this.#start;
    const { offsets, starts: all } = words.blocks;
    this.#blocks = all.subarray(offsets[word], offsets[word + 1]);
  }

  // The loops of the next two take nearly all the time of a search for a phrase of common words.

  read(doc: number): number {
    if (!this.#moveTo(doc)) return 0;
    const frequency = this.#hits.frequencies[this.#posting] as number;
    const length = frequency === MAX_FREQUENCY ? this.#lengthAtStart() : 0;
    if (length > this.room.length) this.room = new Uint32Array(length * 2);
    const { room } = this;
    const bytes = this.#bytes;
    const end = this.#at + length;
    let at = this.#at;
    let place = 0;
    let count = 0;
    for (let left = frequency; length > 0 ? at < end : left > 0; left--) {
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

  readMarked(doc: number, marked: Uint8Array, last: number, into: Uint32Array): number {
    if (!this.#moveTo(doc)) return 0;
    const frequency = this.#hits.frequencies[this.#posting] as number;
    const length = frequency === MAX_FREQUENCY ? this.#lengthAtStart() : 0;
    const bytes = this.#bytes;
    const end = this.#at + length;
    let at = this.#at;
    let place = 0;
    let count = 0;
    for (let left = frequency; length > 0 ? at < end : left > 0; left--) {
      let byte = bytes[at++] as number;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] as number;
        distance |= (byte & 127) << shift;
      }
      place += distance;
      if (place <= last) {
        into[count] = place;
        // Costs less than to go on only after a marked one.
        count += marked[place] as number;
      } else if (length > 0) break;
    }
    this.#at = length > 0 ? end : at;
    return count;
  }

  /** Returns false if the doc lacks the word. */
  #moveTo(doc: number): boolean {
    const { docs } = this.#hits;
    if (doc === this.#doc) {
      this.#next = this.#posting;
      this.#at = this.#from;
    } else {
      this.#doc = doc;
      this.#skipTo(docs[this.#next] === doc ? this.#next : firstAtLeast(docs, doc, this.#next));
      this.#posting = this.#next;
      this.#from = this.#at;
    }
    if (docs[this.#posting] !== doc) return false;
    this.#next += 1;
    return true;
  }

  #skipTo(wanted: number): void {
    const { docs, frequencies } = this.#hits;
    const block = Math.floor(wanted / BLOCK);
    if (block > Math.floor(this.#next / BLOCK) && wanted < docs.length) {
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

/** The places of several words. */
export class SeveralPlaces implements Places {
  room = new Uint32Array(256);
  readonly #words: ReadonlyMap<number, readonly WordPlaces[]>;

  /** `words` are those of each doc. */
  constructor(words: ReadonlyMap<number, readonly WordPlaces[]>) {
    this.#words = words;
  }

  read(doc: number): number {
    const words = this.#words.get(doc) ?? [];
    const counts = words.map((places) => places.read(doc));
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all > this.room.length) this.room = new Uint32Array(all * 2);
    let at = 0;
    for (const [i, { room }] of words.entries()) {
      this.room.set(room.subarray(0, counts[i]), at);
      at += counts[i] as number;
    }
    if (words.length > 1) this.room.subarray(0, at).sort();
    return all;
  }

  readMarked(doc: number, marked: Uint8Array, last: number, into: Uint32Array): number {
    const all = this.read(doc);
    let count = 0;
    for (let i = 0; i < all; i++) {
      const place = this.room[i] as number;
      if (place <= last && marked[place] === 1) into[count++] = place;
    }
    return count;
  }
}
