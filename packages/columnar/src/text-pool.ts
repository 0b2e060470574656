import type { Text } from '../../core/src/domain/model.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { BLOCK_BYTES, free, type Growing } from './columns.ts';
import type { WordNumbers } from './word-numbers.ts';

/** Bytes of the first chunk of texts; each is twice as large up to `SMALL_BYTES`, and then a block, unless a text is longer. */
const FIRST_BYTES = 4096;
const SMALL_BYTES = 64 * 1024;
/** A text begins at a multiple of these bytes, with its hash and its size in so many. */
const UNIT = 4;
const HEAD_BYTES = 2 * UNIT;

/** What the low bits of a size say: ASCII if none; one byte to a character, or two; translations, as JSON. */
const LATIN = 1;
const WIDE = 2;
const TRANSLATED = 4;
const KIND_BITS = 3;

/** Separates the texts of translations in what `split` pushes; words are their numbers plus 1. */
export const NEXT_TEXT = 0;

interface Chunk {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly units: Uint32Array;
}

/** Numbers texts, and keeps each different one once and outside of the heap, where the garbage collector would move them. */
export class TextPool {
  readonly #chunks: Chunk[] = [];
  /** Where the next text begins in the last chunk. */
  #at = 0;
  #size = 0;
  /** How many chunks are released. */
  #released = 0;
  /** By number: where the text begins, in units, each chunk counted as one of the largest. */
  #places = new Uint32Array(64);
  /** Numbers plus 1; 0 where there is none. */
  #slots = new Uint32Array(128);
  // Nobody can prepare texts that all have the same hash.
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The number of no text is 0. */
  constructor() {
    this.numberOf('');
  }

  get size(): number {
    return this.#size;
  }

  numberOf(text: Text): number {
    if (typeof text !== 'string') return this.#numberOf(JSON.stringify(text), TRANSLATED);
    return this.#numberOf(text, 0);
  }

  #numberOf(text: string, translated: number): number {
    let hash = this.#seed;
    let all = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      all |= code;
      hash = Math.imul(hash ^ code, 0x5bd1_e995);
      hash ^= hash >>> 15;
    }
    hash >>>= 0;
    const size = (text.length << KIND_BITS) | (all > 0xff ? WIDE : all > 0x7f ? LATIN : 0) | translated;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0) return this.#put(text, { hash, size, slot });
      if (this.#isAt(this.#places[number] as number, { text, hash, size })) return number;
    }
  }

  text(number: number): Text {
    const { size, start, chunk } = this.#find(number);
    const text = chunk.bytes.toString((size & WIDE) > 0 ? 'utf16le' : 'latin1', start, start + bytesOf(size));
    return (size & TRANSLATED) > 0 ? (JSON.parse(text) as Text) : text;
  }

  /** Pushes the words of a text to `stream`. */
  split(number: number, words: WordNumbers, stream: Growing): void {
    const { size, start, chunk } = this.#find(number);
    if ((size & (LATIN | WIDE | TRANSLATED)) === 0) {
      words.split(chunk.bytes, start, start + bytesOf(size), stream);
      return;
    }
    const text = this.text(number);
    let isFirst = true;
    for (const each of typeof text === 'string' ? [text] : Object.values(text)) {
      const found = wordsOf(each);
      if (found.length === 0) continue;
      if (!isFirst) stream.push(NEXT_TEXT);
      isFirst = false;
      for (const word of found) stream.push(words.numberOf(word) + 1);
    }
  }

  /** Lets go of what finds the number of a text, which nobody may ask for any more. */
  close(): void {
    free(this.#slots);
  }

  /** Lets go of the texts before this one; without a number, of all. */
  release(number?: number): void {
    const place = number === undefined ? Number.POSITIVE_INFINITY : (this.#places[number] as number) * UNIT;
    const end = Math.min(Math.floor(place / BLOCK_BYTES), this.#chunks.length);
    for (; this.#released < end; this.#released++) free((this.#chunks[this.#released] as Chunk).units);
    if (number === undefined) free(this.#places);
  }

  #find(number: number) {
    const place = (this.#places[number] as number) * UNIT;
    const chunk = this.#chunks[Math.floor(place / BLOCK_BYTES)] as Chunk;
    const at = place % BLOCK_BYTES;
    return { size: chunk.units[at / UNIT + 1] as number, start: at + HEAD_BYTES, chunk };
  }

  #isAt(place: number, { text, hash, size }: { text: string; hash: number; size: number }): boolean {
    const chunk = this.#chunks[Math.floor((place * UNIT) / BLOCK_BYTES)] as Chunk;
    const at = (place * UNIT) % BLOCK_BYTES;
    const { bytes, units } = chunk;
    if (units[at / UNIT] !== hash || units[at / UNIT + 1] !== size) return false;
    const start = at + HEAD_BYTES;
    if ((size & WIDE) > 0) return bytes.toString('utf16le', start, start + bytesOf(size)) === text;
    for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  #put(text: string, { hash, size, slot }: { hash: number; size: number; slot: number }): number {
    const needed = HEAD_BYTES + bytesOf(size);
    let chunk = this.#chunks.at(-1);
    if (!chunk || this.#at + needed > chunk.bytes.length) {
      const next = (chunk?.bytes.length ?? FIRST_BYTES / 2) * 2;
      const room = Math.max(needed, next > SMALL_BYTES ? BLOCK_BYTES : next);
      const bytes = Buffer.allocUnsafeSlow(Math.ceil(room / UNIT) * UNIT);
      chunk = { bytes, units: new Uint32Array(bytes.buffer) };
      this.#chunks.push(chunk);
      this.#at = 0;
    }
    chunk.units[this.#at / UNIT] = hash;
    chunk.units[this.#at / UNIT + 1] = size;
    chunk.bytes.write(text, this.#at + HEAD_BYTES, (size & WIDE) > 0 ? 'utf16le' : 'latin1');
    if (this.#size === this.#places.length) {
      const places = new Uint32Array(this.#size * 2);
      places.set(this.#places);
      free(this.#places);
      this.#places = places;
    }
    this.#places[this.#size] = ((this.#chunks.length - 1) * BLOCK_BYTES + this.#at) / UNIT;
    this.#at = Math.ceil((this.#at + needed) / UNIT) * UNIT;
    this.#size += 1;
    if (this.#size * 4 <= this.#slots.length * 3) this.#slots[slot] = this.#size;
    else this.#spread();
    return this.#size - 1;
  }

  #spread(): void {
    const length = this.#slots.length * 2;
    free(this.#slots);
    this.#slots = new Uint32Array(length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      const place = (this.#places[number] as number) * UNIT;
      const { units } = this.#chunks[Math.floor(place / BLOCK_BYTES)] as Chunk;
      let slot = (units[(place % BLOCK_BYTES) / UNIT] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function bytesOf(size: number): number {
  const length = size >>> KIND_BITS;
  return (size & WIDE) > 0 ? length * 2 : length;
}
