/** A fair queue: it serves the caller who has had least work of late, so that light callers do not wait for heavy ones. */
export interface FairLine<Item> {
  /** Number of waiting items. */
  size(): number;
  push(caller: string, item: Item): void;
  /** Takes the oldest item of the caller who has had least work; among equals the item that came first. */
  shift(): { readonly caller: string; readonly item: Item } | undefined;
  /** Records work that was done for a caller. */
  charge(caller: string, work: number): void;
  /**
   * Takes the newest item of the caller with most work, done and waiting, if that is more than `caller` would have with one more
   * item. A waiting item counts as `mean`. Undefined if nobody has more.
   */
  takeFromHeaviest(caller: string, mean: number): Item | undefined;
}

interface Waiting<Item> {
  readonly item: Item;
  /** Order of arrival. */
  readonly number: number;
}

/** Less than this part of `memory` is forgotten, so that callers who are gone take no room. */
const FORGOTTEN = 1 / 1024;

/** Past work of every caller is halved each time that `memory` more work was done for all. */
export function openFairLine<Item>(memory: number): FairLine<Item> {
  const waiting = new Map<string, Waiting<Item>[]>();
  const had = new Map<string, number>();
  let size = 0;
  let numbers = 0;
  let sinceHalved = 0;

  function halve(): void {
    sinceHalved = 0;
    for (const [caller, work] of had) {
      if (work < memory * FORGOTTEN) had.delete(caller);
      else had.set(caller, work / 2);
    }
  }

  function take(caller: string, from: 'first' | 'last'): Item | undefined {
    const own = waiting.get(caller) ?? [];
    const taken = from === 'first' ? own.shift() : own.pop();
    if (own.length === 0) waiting.delete(caller);
    if (taken) size -= 1;
    return taken?.item;
  }

  return {
    size: () => size,
    push: (caller, item) => {
      waiting.getOrInsertComputed(caller, () => []).push({ item, number: numbers++ });
      size += 1;
    },
    shift: () => {
      let next: string | undefined;
      let least = Number.POSITIVE_INFINITY;
      let first = 0;
      for (const [caller, [oldest]] of waiting) {
        const work = had.get(caller) ?? 0;
        const { number = 0 } = oldest ?? {};
        if (work > least || (work === least && number > first)) continue;
        next = caller;
        least = work;
        first = number;
      }
      if (next === undefined) return undefined;
      const item = take(next, 'first');
      return item === undefined ? undefined : { caller: next, item };
    },
    charge: (caller, work) => {
      had.set(caller, (had.get(caller) ?? 0) + work);
      sinceHalved += work;
      if (sinceHalved >= memory) halve();
    },
    takeFromHeaviest: (caller, mean) => {
      const loadOf = (of: string, items: number) => (had.get(of) ?? 0) + items * mean;
      let most = loadOf(caller, (waiting.get(caller)?.length ?? 0) + 1);
      let heaviest: string | undefined;
      for (const [other, { length }] of waiting) {
        const load = other === caller ? 0 : loadOf(other, length);
        if (load <= most) continue;
        most = load;
        heaviest = other;
      }
      return heaviest === undefined ? undefined : take(heaviest, 'last');
    },
  };
}
