interface Waiting<Item> {
  readonly item: Item;
  readonly rank: number;
  /** Position in the order of arrival. */
  readonly arrival: number;
}

/** Work below this part of `halfLife` is forgotten, so that callers who have left take no space. */
const FORGOTTEN = 1 / 1024;

/**
 * Light callers must not wait behind heavy ones, so this queue serves the caller with the least recent work. Recent work
 * fades: each time all callers together have done `halfLife` more work, every caller's past work is halved.
 */
export function openFairQueue<Item>(halfLife: number) {
  const waiting = new Map<string, Waiting<Item>[]>();
  const recentWork = new Map<string, number>();
  let size = 0;
  let arrivals = 0;
  let sinceHalved = 0;

  function halve(): void {
    sinceHalved = 0;
    for (const [caller, work] of recentWork) {
      if (work < halfLife * FORGOTTEN) recentWork.delete(caller);
      else recentWork.set(caller, work / 2);
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
    /** Number of waiting items. */
    size: () => size,
    /** Adds an item. Those of one caller are served by rank, lowest first, then in the order of arrival. */
    push: (caller: string, item: Item, rank = 0): void => {
      const own = waiting.getOrInsertComputed(caller, () => []);
      own.splice(own.findLastIndex((other) => other.rank <= rank) + 1, 0, { item, rank, arrival: arrivals++ });
      size += 1;
    },
    /** Takes out an item that need not be served any more. Ignores one that has left. */
    remove: (caller: string, item: Item): void => {
      const own = waiting.get(caller) ?? [];
      const at = own.findIndex((other) => other.item === item);
      if (at < 0) return;
      own.splice(at, 1);
      if (own.length === 0) waiting.delete(caller);
      size -= 1;
    },
    /** Takes the first item of the caller with the least recent work; among equals, the item that arrived first. */
    shift: (): { readonly caller: string; readonly item: Item } | undefined => {
      let next: string | undefined;
      let least = Number.POSITIVE_INFINITY;
      let first = 0;
      for (const [caller, [head]] of waiting) {
        const work = recentWork.get(caller) ?? 0;
        const { arrival = 0 } = head ?? {};
        if (work > least || (work === least && arrival > first)) continue;
        next = caller;
        least = work;
        first = arrival;
      }
      if (next === undefined) return undefined;
      const item = take(next, 'first');
      return item === undefined ? undefined : { caller: next, item };
    },
    /** Adds to a caller's recent work. */
    charge: (caller: string, work: number): void => {
      recentWork.set(caller, (recentWork.get(caller) ?? 0) + work);
      sinceHalved += work;
      if (sinceHalved >= halfLife) halve();
    },
    /** Removes and returns the last item of a caller. */
    takeLast: (caller: string): Item | undefined => take(caller, 'last'),
    /**
     * Makes room for one more item of `caller`: removes and returns the last item of the caller with the most work,
     * done and waiting, if that is more than `caller` would have with the new item. Each waiting item counts as `mean`
     * work. Undefined if no caller has more.
     */
    takeFromHeaviest: (caller: string, mean: number): Item | undefined => {
      const loadOf = (of: string, items: number) => (recentWork.get(of) ?? 0) + items * mean;
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
