/** Random choices that are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
    chance: (share) => next() < share,
  };
}
