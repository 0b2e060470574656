/** Numbers words where they are in texts: those that it knows are not made again, which is several times as fast as a map. */
export class WordNumbers {
  /** The words by number, in the order in which they were first given. */
  readonly words: string[] = [];
  /** Numbers plus 1; 0 where there is none. At most half of them are taken. */
  #slots = new Uint32Array(256);
  // Nobody can prepare words that all have the same hash.
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** Returns the number of the word from `start` to `end`, with letters of ASCII in lower case. */
  numberOf(text: string, start = 0, end = text.length): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#hashOf(text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0) return this.#add(text.slice(start, end).toLowerCase(), slot);
      if (isSame(this.words[number] as string, text, start, end)) return number;
    }
  }

  #add(word: string, slot: number): number {
    // The word is a slice of its text; copying it keeps the slice from holding the whole text in memory.
    const count = this.words.push(Buffer.from(word).toString());
    if (count * 2 <= this.#slots.length) this.#slots[slot] = count;
    else this.#grow();
    return count - 1;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (const [number, word] of this.words.entries()) {
      let slot = this.#hashOf(word, 0, word.length) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }

  #hashOf(text: string, start: number, end: number): number {
    let hash = this.#seed;
    for (let i = start; i < end; i++) {
      hash = Math.imul(hash ^ lower(text.charCodeAt(i)), 0x5bd1_e995);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}

function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== lower(text.charCodeAt(start + i))) return false;
  return true;
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
