/** A pseudo-random number generator that produces the same numbers for the same seed on every machine. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a number between `low` and `high`. */
  between(low: number, high: number): number;
  /** Returns an integer between `low` and `high`, both inclusive. */
  whole(low: number, high: number): number;
  /** Returns an item of a list. Throws a RangeError if the list is empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns true with probability `share`, 0 to 1. */
  chance(share: number): boolean;
  /** Returns a roughly normally distributed number with mean 0 and standard deviation 1. */
  bell(): number;
}

/** Creates the generator for a seed. */
export function createRandom(seed: string): Random {
  let state = hashText(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('pick needs at least one item');
      return item;
    },
    chance: (share) => next() < share,
    bell: () => (next() + next() + next() + next() - 2) * 1.73,
  };
}

/** Hashes a text to 32 bits (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
