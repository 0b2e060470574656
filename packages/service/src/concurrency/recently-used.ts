/** Values by key, within a bound: others choose the keys, so what was used least recently has to go. */
export interface RecentlyUsed<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Counts as none. */
  peek(key: K): V | undefined;
  /** What is kept for the key; else what `make` gives, which is kept. */
  getOrInsertComputed(key: K, make: () => V): V;
  /** In place of what the key had before. A value that is larger than the bound is not kept, and drives out no other. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** Used least recently first. */
  entries(): IterableIterator<[K, V]>;
  readonly size: number;
  /** Of all values together, in the unit of `most`. */
  readonly total: number;
}

/** Keeps at most so much: so many values, or as many as have `most` together by `sizeOf`, which is asked once for each. */
export function openRecentlyUsed<K, V>({
  most,
  sizeOf = () => 1,
}: {
  readonly most: number;
  sizeOf?(value: V, key: K): number;
}): RecentlyUsed<K, V> {
  // Maps keep the order of insertion: what was used last stands last.
  const kept = new Map<K, { readonly value: V; readonly size: number }>();
  let total = 0;

  function use(key: K) {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found;
  }

  function remove(key: K): void {
    const found = kept.get(key);
    if (found === undefined) return;
    kept.delete(key);
    total -= found.size;
  }

  function set(key: K, value: V): void {
    remove(key);
    const size = sizeOf(value, key);
    if (size > most) return;
    kept.set(key, { value, size });
    total += size;
    for (const oldest of kept.keys()) {
      if (total <= most) return;
      remove(oldest);
    }
  }

  return {
    get: (key) => use(key)?.value,
    peek: (key) => kept.get(key)?.value,
    getOrInsertComputed: (key, make) => {
      const found = use(key);
      if (found !== undefined) return found.value;
      const value = make();
      set(key, value);
      return value;
    },
    set,
    delete: remove,
    clear: () => {
      kept.clear();
      total = 0;
    },
    entries: () => kept.entries().map(([key, { value }]): [K, V] => [key, value]),
    get size() {
      return kept.size;
    },
    get total() {
      return total;
    },
  };
}
