import type { Growing } from './columns.ts';

/** The letters and digits of ASCII in lower case; 0 for what separates words. */
const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-zA-Z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Numbers words from 0. It finds those that it knows in their texts without making them again, and keeps them outside of the heap. */
export class WordNumbers {
  /** The words one after the other, and then room for the word that is looked for. */
  #codes = new Uint16Array(1024);
  /** Where each word ends; the first element is 0. */
  #ends = new Uint32Array(64);
  #size = 0;
  /** In pairs the hash of a word and its number plus 1, which is 0 where there is none. At most half of them are taken. */
  #slots = new Uint32Array(256);
  // Nobody can prepare words that all have the same hash.
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a folded word. */
  numberOf(word: string): number {
    const start = this.#room(word.length);
    let hash = this.#seed;
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      this.#codes[start + i] = code;
      hash = mixed(hash, code);
    }
    return this.#take(hash >>> 0, word.length);
  }

  /** Pushes the numbers, plus 1, of the words in these bytes of ASCII, whatever their case. */
  split(bytes: Uint8Array, from: number, to: number, stream: Growing): void {
    let start = this.#room(to - from);
    let codes = this.#codes;
    let hash = this.#seed;
    let length = 0;
    for (let i = from; i <= to; i++) {
      const code = i < to ? (WORD_CODES[bytes[i] as number] as number) : 0;
      if (code > 0) {
        codes[start + length++] = code;
        hash = mixed(hash, code);
      } else if (length > 0) {
        stream.push(this.#take(hash >>> 0, length) + 1);
        start = this.#room(to - i);
        codes = this.#codes;
        hash = this.#seed;
        length = 0;
      }
    }
  }

  /** The words by number. */
  words(): string[] {
    const { buffer } = this.#codes;
    const bytes = Buffer.from(buffer);
    return Array.from({ length: this.#size }, (_, number) =>
      bytes.toString('utf16le', 2 * (this.#ends[number] as number), 2 * (this.#ends[number + 1] as number)),
    );
  }

  /** Returns where the next word begins, with room for so many characters. */
  #room(length: number): number {
    const start = this.#ends[this.#size] as number;
    if (start + length > this.#codes.length) {
      const codes = new Uint16Array(Math.max(start + length, this.#codes.length * 2));
      codes.set(this.#codes);
      this.#codes = codes;
    }
    return start;
  }

  /** Returns the number of the word after the last one. */
  #take(hash: number, length: number): number {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[2 * slot + 1] as number) - 1;
      if (number < 0) return this.#add(hash, length, slot);
      if (slots[2 * slot] === hash && this.#isSame(number, length)) return number;
    }
  }

  #isSame(number: number, length: number): boolean {
    const [codes, ends] = [this.#codes, this.#ends];
    const from = ends[number] as number;
    const start = ends[this.#size] as number;
    if ((ends[number + 1] as number) - from !== length) return false;
    for (let i = 0; i < length; i++) if (codes[from + i] !== codes[start + i]) return false;
    return true;
  }

  #add(hash: number, length: number, slot: number): number {
    const number = this.#size++;
    if (this.#size === this.#ends.length) {
      const ends = new Uint32Array(this.#size * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#size] = (this.#ends[number] as number) + length;
    this.#slots[2 * slot] = hash;
    this.#slots[2 * slot + 1] = this.#size;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    const mask = this.#slots.length / 2 - 1;
    for (let i = 0; i < before.length; i += 2) {
      if (before[i + 1] === 0) continue;
      let slot = (before[i] as number) & mask;
      while (this.#slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      this.#slots[2 * slot] = before[i] as number;
      this.#slots[2 * slot + 1] = before[i + 1] as number;
    }
  }
}

function mixed(hash: number, code: number): number {
  const next = Math.imul(hash ^ code, 0x5bd1_e995);
  return next ^ (next >>> 15);
}
