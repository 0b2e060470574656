import type { Heads } from './layout.ts';
import { placeOf } from './place-of.ts';

/** Returns the group of an asset; undefined until it is known. */
export type GroupAt = (position: number) => string | undefined;

/** Loaded assets are looked for in steps of half as many, because those of a page are loaded together. */
const PAGE = 100;

/** Knows the groups of loaded assets alone. */
export class GroupHeads implements Heads {
  readonly #groupAt: GroupAt;
  readonly #total: number;
  readonly #known = new Set<number>();
  #sorted: readonly number[] | undefined;

  constructor(total: number, groupAt: GroupAt) {
    this.#groupAt = groupAt;
    this.#total = total;
    this.#learnLoaded();
  }

  get all(): readonly number[] {
    this.#sorted ??= [...this.#known].toSorted((one, other) => one - other);
    return this.#sorted;
  }

  has(position: number): boolean {
    return this.#known.has(position);
  }

  within(first: number, end: number): readonly number[] {
    const { all } = this;
    return all.slice(placeOf(all, first), placeOf(all, end));
  }

  /** Looks at all assets that are loaded. */
  #learnLoaded(): void {
    const total = this.#total;
    const isLoaded = (position: number) => position < total && this.#groupAt(position) !== undefined;
    for (let first = 0; first < total; first += PAGE)
      if ([first, first + PAGE / 2, first + PAGE - 1].some(isLoaded)) this.learn(first, first + PAGE);
  }

  learn(first: number, end: number): boolean {
    const groupAt = this.#groupAt;
    let hasChanged = false;
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
