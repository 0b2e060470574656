/** What Node 26 has and Node 24 lacks, imported first by each entry. It can go when the package needs Node 26. */
interface Store<Key, Value> {
  has(key: Key): boolean;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function getOrInsertComputed<Key, Value>(this: Store<Key, Value>, key: Key, compute: (key: Key) => Value): Value {
  const present = this.get(key);
  if (present !== undefined || this.has(key)) return present as Value;
  const value = compute(key);
  this.set(key, value);
  return value;
}

for (const { prototype } of [Map, WeakMap]) {
  if ('getOrInsertComputed' in prototype) continue;
  Object.defineProperty(prototype, 'getOrInsertComputed', {
    value: getOrInsertComputed,
    writable: true,
    configurable: true,
  });
}

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
