/** A stream of numbers that is the same for the same seed, on every machine. */
export interface Random {
  /** 0 (included) to 1 (excluded). */
  next(): number;
  /** A number between `low` and `high`. */
  between(low: number, high: number): number;
  /** A whole number between `low` and `high`, both included. */
  whole(low: number, high: number): number;
  /** One item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** True in `share` of all calls, 0 to 1. */
  chance(share: number): boolean;
  /** Around 0, spread 1, nearly a bell curve. */
  bell(): number;
}

/** Starts the stream that belongs to the seed. */
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

/** A 32 bit number that differs between texts (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
