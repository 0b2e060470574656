import type { Sql } from './sql.ts';

/** Maximum number of objects that are read ahead. */
const MAX_AHEAD = 500;

/** Objects to read: at most so many from an ID on, or those with certain IDs. */
export type IdRange = { readonly from: number; readonly most: number } | { readonly ids: readonly number[] };

/** Adds the condition of a range to a query, with its parameters. The rows are in ascending order of ID. */
export function selection(sql: Sql, select: string, range: IdRange): [sql: string, values: readonly unknown[]] {
  // SQLite would plan the query again for each value of a limit that is a parameter.
  return 'ids' in range
    ? [`${select} WHERE ${sql.isOneOf('id', '$1')} ORDER BY id`, [sql.ids(range.ids)]]
    : [`${select} WHERE id >= $1 ORDER BY id LIMIT ${range.most}`, [range.from]];
}

/** Finds stored objects by ID. */
export interface ReadAhead<T> {
  get(id: number): Promise<T | undefined>;
  /** Finds several at once, and makes the next `get` of each need no read. */
  many(ids: readonly number[]): Promise<ReadonlyMap<number, T>>;
  /** Says that the object was written or removed, so what was read of it is out of date. */
  wrote(id: number): void;
}

/**
 * Reads objects one after another at the price of few queries: who asks for IDs in ascending order gets them from a
 * batch, which also shows the IDs that don't exist. Who asks at random reads one at a time, unless `many` was asked for
 * them before. `read` returns objects as the transaction sees them; before it reads an object that the transaction has
 * written, `flush` is awaited.
 */
export function openReadAhead<T extends { readonly id: number }>(
  read: (range: IdRange) => Promise<readonly T[]>,
  flush: () => Promise<void>,
): ReadAhead<T> {
  const written = new Set<number>();
  /** What `many` has read last; undefined for those that don't exist. */
  let asked = new Map<number, T | undefined>();
  let cached = new Map<number, T>();
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let most = 1;
  let hasHelped = false;

  return {
    wrote: (id) => {
      written.add(id);
    },
    many: async (ids) => {
      if (ids.some((id) => written.has(id))) await flush();
      const found = new Map((await read({ ids })).map((each) => [each.id, each]));
      asked = new Map(ids.map((id) => [id, found.get(id)]));
      return found;
    },
    get: async (id) => {
      if (written.has(id)) {
        await flush();
        return (await read({ ids: [id] }))[0];
      }
      if (asked.has(id)) return asked.get(id);
      if (id < from || id > to) {
        most = hasHelped || id === to + 1 ? Math.min(most * 4, MAX_AHEAD) : 1;
        hasHelped = false;
        const found = await read({ from: id, most });
        cached = new Map(found.map((each) => [each.id, each]));
        from = id;
        to = found.length < most ? Number.POSITIVE_INFINITY : (found.at(-1)?.id ?? id);
      } else if (id !== from) hasHelped = true;
      return cached.get(id);
    },
  };
}
