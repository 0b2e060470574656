/** Texts of a column while a segment is being built, and their ranks in each language. */
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { BuildContext } from './build-context.ts';
import { isSameOrder } from './build-orders.ts';
import { Growing, newColumn } from './columns.ts';
import type { RankColumn } from './segment.ts';

/** Bytes of the first chunk of texts, and of the later ones unless a text is longer. */
const FIRST_BYTES = 4096;
const LARGEST_BYTES = 1024 * 1024;

/**
 * The texts of docs, each different one once and outside of the heap, where a million strings would be moved by the garbage
 * collector. A map of them takes several times as long.
 */
export class TextList {
  readonly #chunks: Buffer[] = [];
  /** Where the next text begins in the last chunk. */
  #at = 0;
  /** By number of the text: its chunk times `LARGEST_BYTES` plus its place there; its bytes times 2, plus 1 if two make a character. */
  #places = new Float64Array(64);
  #sizes = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  /** Numbers plus 1; 0 where there is none. At most half of them are taken. */
  #slots = new Uint32Array(128);
  #count = 0;
  // Nobody can prepare texts that all have the same hash.
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** The number of each doc's text. */
  readonly #numbers = new Growing();

  static of(texts: Iterable<string>): TextList {
    const list = new TextList();
    for (const text of texts) list.add(text);
    return list;
  }

  /** Adds the text of the next doc. */
  add(text: string): void {
    this.#numbers.push(this.#numberOf(text));
  }

  /** Number of docs. */
  get length(): number {
    return this.#numbers.length;
  }

  /** True if no doc has a text. */
  get isEmpty(): boolean {
    return this.#count === 0 || (this.#count === 1 && this.#sizes[0] === 0);
  }

  /** The different texts by number. */
  distinct(): string[] {
    return Array.from({ length: this.#count }, (_, number) => this.#textOf(number));
  }

  /** The text of each doc. */
  *[Symbol.iterator](): Generator<string> {
    const distinct = this.distinct();
    for (const chunk of this.#numbers.chunks()) for (const number of chunk) yield distinct[number] as string;
  }

  /** Returns for each doc what its text has in `values`, by number. */
  byDoc(values: ArrayLike<number>): Uint32Array {
    const column = newColumn(Uint32Array, this.length);
    let doc = 0;
    for (const chunk of this.#numbers.chunks()) {
      for (let i = 0; i < chunk.length; i++) column[doc++] = values[chunk[i] as number] as number;
    }
    return column;
  }

  /** Lets go of the texts. */
  clear(): void {
    this.#chunks.length = 0;
    [this.#places, this.#sizes, this.#hashes] = [new Float64Array(0), new Uint32Array(0), new Uint32Array(0)];
    this.#slots = new Uint32Array(0);
    this.#numbers.clear();
    this.#count = 0;
  }

  #numberOf(text: string): number {
    let hash = this.#seed;
    let all = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      all |= code;
      hash = Math.imul(hash ^ code, 0x5bd1_e995);
      hash ^= hash >>> 15;
    }
    hash >>>= 0;
    const size = all > 0xff ? text.length * 4 + 1 : text.length * 2;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0) return this.#put(text, size, hash, slot);
      if (this.#hashes[number] === hash && this.#sizes[number] === size && this.#textOf(number) === text) return number;
    }
  }

  #put(text: string, size: number, hash: number, slot: number): number {
    const number = this.#count++;
    if (number === this.#sizes.length) {
      this.#places = doubled(this.#places, new Float64Array(number * 2));
      this.#sizes = doubled(this.#sizes, new Uint32Array(number * 2));
      this.#hashes = doubled(this.#hashes, new Uint32Array(number * 2));
    }
    const bytes = size >>> 1;
    let chunk = this.#chunks.at(-1);
    if (!chunk || this.#at + bytes > chunk.length) {
      const room = Math.min((chunk?.length ?? FIRST_BYTES / 2) * 2, LARGEST_BYTES);
      chunk = Buffer.allocUnsafeSlow(Math.max(bytes, room));
      this.#chunks.push(chunk);
      this.#at = 0;
    }
    chunk.write(text, this.#at, encodingOf(size));
    this.#places[number] = (this.#chunks.length - 1) * LARGEST_BYTES + this.#at;
    this.#sizes[number] = size;
    this.#hashes[number] = hash;
    this.#at += bytes;
    this.#slots[slot] = this.#count;
    if (this.#count * 2 > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = (this.#hashes[number] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }

  #textOf(number: number): string {
    const place = this.#places[number] as number;
    const size = this.#sizes[number] as number;
    const at = place % LARGEST_BYTES;
    return (this.#chunks[Math.floor(place / LARGEST_BYTES)] as Buffer).toString(
      encodingOf(size),
      at,
      at + (size >>> 1),
    );
  }
}

function encodingOf(size: number): 'utf16le' | 'latin1' {
  return (size & 1) === 1 ? 'utf16le' : 'latin1';
}

function doubled<T extends Uint32Array | Float64Array>(values: T, into: T): T {
  into.set(values);
  return into;
}

/** Ranks in each language. Languages that order these texts alike share their columns. */
export async function inLanguages(
  { model, rank }: BuildContext,
  column: string,
  textsIn: (language: string) => TextList,
): Promise<{ [language: string]: RankColumn }> {
  const columns: { [language: string]: RankColumn } = {};
  let before: RankColumn | undefined;
  for (const language of languagesOf(model)) {
    const texts = textsIn(language);
    if (texts.isEmpty) continue;
    const made = await rank(texts, language, column);
    before = before && isSameOrder(before, made) ? before : made;
    columns[language] = before;
  }
  return columns;
}

/** Every language that a query may sort in. The configured default language may not be one of the catalogue's. */
export function languagesOf({ languages, defaultLanguage }: CatalogueModel): readonly string[] {
  return [...new Set([...languages, defaultLanguage])];
}
