/** What was computed for the keys that were asked for last; callers choose keys, so their number is bounded. */
export interface RecentlyUsed<K, V> {
  /** What was computed for the key, or is now. */
  get(key: K, compute: () => V): V;
  clear(): void;
}

export function openRecentlyUsed<K, V>(most: number): RecentlyUsed<K, V> {
  const values = new Map<K, V>();
  return {
    get: (key, compute) => {
      const value = values.has(key) ? (values.get(key) as V) : compute();
      // Maps keep the order of insertion: what was used last stands last.
      values.delete(key);
      values.set(key, value);
      if (values.size > most) values.delete(values.keys().next().value as K);
      return value;
    },
    clear: () => values.clear(),
  };
}
