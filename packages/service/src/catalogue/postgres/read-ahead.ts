/** Maximum number of objects that are read ahead. */
const MOST_AHEAD = 500;

/** Finds stored objects by ID. */
export interface ReadAhead<T> {
  get(id: number): Promise<T | undefined>;
  /** Says that the object was written or removed, so what was read of it is out of date. */
  wrote(id: number): void;
}

/**
 * Reads objects one after another at the price of few queries: who asks for IDs in ascending order, as an import does,
 * gets them from a batch, which also shows the IDs that don't exist. Who asks at random reads one at a time. `read`
 * returns objects in ascending order of ID from an ID on, as the transaction sees them; before it reads an object that
 * the transaction has written, `flush` is awaited.
 */
export function openReadAhead<T extends { readonly id: number }>(
  read: (from: number, most: number) => Promise<readonly T[]>,
  flush: () => Promise<void>,
): ReadAhead<T> {
  const written = new Set<number>();
  let cached = new Map<number, T>();
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let most = 1;
  let hasHelped = false;

  return {
    wrote: (id) => {
      written.add(id);
    },
    get: async (id) => {
      if (written.has(id)) {
        await flush();
        const [found] = await read(id, 1);
        return found?.id === id ? found : undefined;
      }
      if (id < from || id > to) {
        most = hasHelped ? Math.min(most * 4, MOST_AHEAD) : 1;
        hasHelped = false;
        const found = await read(id, most);
        cached = new Map(found.map((each) => [each.id, each]));
        from = id;
        to = found.length < most ? Number.POSITIVE_INFINITY : (found.at(-1)?.id ?? id);
      } else if (id !== from) hasHelped = true;
      return cached.get(id);
    },
  };
}
