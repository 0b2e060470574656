/** An LRU cache. It is bounded because callers choose the keys. */
export interface RecentlyUsed<K, V> {
  /** Returns the value and marks it as the most recently used. */
  get(key: K): V | undefined;
  /** Returns the value without marking it as used. */
  peek(key: K): V | undefined;
  /** Returns the cached value and marks it as used, or calls `make` and caches its result. */
  getOrInsertComputed(key: K, make: () => V): V;
  /** Replaces the key's value. A value larger than the limit is not cached and evicts no others. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** Iterates from the least to the most recently used entry. */
  entries(): IterableIterator<[K, V]>;
  readonly size: number;
  /** Total size of all values, in the unit of `most`. */
  readonly total: number;
}

/**
 * Opens a cache that evicts the least recently used values when their total size exceeds `most`. `sizeOf` is called
 * once per value; by default, each value has size 1, so `most` is a number of values.
 */
export function openRecentlyUsed<K, V>({
  most,
  sizeOf = () => 1,
}: {
  readonly most: number;
  sizeOf?(value: V, key: K): number;
}): RecentlyUsed<K, V> {
  // A Map keeps insertion order, so the most recently used entry comes last.
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
