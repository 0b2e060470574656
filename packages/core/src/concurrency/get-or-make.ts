import type { LRUCache } from 'lru-cache';

/** Returns the cached value and marks it as used, or calls `make` and caches its result. */
export function getOrMake<Key extends object | string | number, Value extends object | string | number>(
  cache: LRUCache<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const value = make();
  cache.set(key, value);
  return value;
}
