/** Reads a value from the storage of this browser; undefined if there is none, or no storage. */
export function readStored(key: string, storage: () => Storage = () => localStorage): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value in this browser; `undefined` removes it. Does nothing without storage. */
export function writeStored(key: string, value: unknown, storage: () => Storage = () => localStorage): void {
  try {
    if (value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages throw. Everything works without.
  }
}
