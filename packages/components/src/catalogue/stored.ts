/** Reads a value that this browser keeps; undefined if it has none, or keeps nothing. */
export function readStored(key: string, storage: () => Storage = () => localStorage): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value in this browser, or removes it with `undefined`. Does nothing where the browser keeps nothing. */
export function writeStored(key: string, value: unknown, storage: () => Storage = () => localStorage): void {
  try {
    if (value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages refuse; the page works without.
  }
}
