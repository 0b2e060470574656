/** Returns the group of an asset; undefined until it is known. */
export type GroupAt = (position: number) => string | undefined;

/** Loaded assets are looked for in steps of half as many, because those of a page are loaded together. */
const PAGE = 100;

/**
 * The first asset of each group of a list, such as a month, above which a heading stands. Knows the groups of loaded assets alone.
 */
export class Heads {
  readonly #groupAt: GroupAt | undefined;
  readonly #total: number;
  readonly #known = new Set<number>();
  #sorted: readonly number[] | undefined;

  constructor(total: number, groupAt: GroupAt | undefined) {
    this.#groupAt = groupAt;
    this.#total = total;
  }

  /** The positions, in order. */
  get all(): readonly number[] {
    this.#sorted ??= [...this.#known].toSorted((one, other) => one - other);
    return this.#sorted;
  }

  has(position: number): boolean {
    return this.#known.has(position);
  }

  /** Those from `first` up to `end`, which is excluded. */
  within(first: number, end: number): readonly number[] {
    const { all } = this;
    return all.slice(placeOf(all, first), placeOf(all, end));
  }

  /** Looks at all assets that are loaded. */
  learnLoaded(): void {
    const total = this.#total;
    const isLoaded = (position: number) => position < total && this.#groupAt?.(position) !== undefined;
    if (this.#groupAt)
      for (let first = 0; first < total; first += PAGE)
        if ([first, first + PAGE / 2, first + PAGE - 1].some(isLoaded)) this.learn(first, first + PAGE);
  }

  /**
   * Looks again at the assets from `first` up to `end`, and at the one after them. What was known of others stays. Returns true if
   * something has changed.
   */
  learn(first: number, end: number): boolean {
    const groupAt = this.#groupAt;
    let hasChanged = false;
    if (!groupAt) return false;
    for (let position = Math.max(0, first); position <= Math.min(end, this.#total - 1); position += 1) {
      const group = groupAt(position);
      const before = position === 0 ? undefined : groupAt(position - 1);
      if (group === undefined || (position > 0 && before === undefined)) continue;
      const isHead = group !== before;
      if (isHead === this.#known.has(position)) continue;
      if (isHead) this.#known.add(position);
      else this.#known.delete(position);
      hasChanged = true;
    }
    if (hasChanged) this.#sorted = undefined;
    return hasChanged;
  }
}

/** Returns the index of the first of the sorted numbers that is at least `least`. */
export function placeOf(sorted: ArrayLike<number>, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
