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

/**
 * Reads objects one after another at the price of few queries: who asks for IDs in ascending order gets them from a
 * batch, which also shows the IDs that don't exist. Who asks at random reads one at a time, unless `many` was asked for
 * them before. `read` returns objects as the transaction sees them; before it reads an object that the transaction has
 * written, `flush` is awaited.
 */
export class ReadAhead<T extends { readonly id: number }> {
  readonly #read: (range: IdRange) => Promise<readonly T[]>;
  readonly #flush: () => Promise<void>;
  readonly #written = new Set<number>();
  /** What `many` has read last; undefined for those that don't exist. */
  #asked = new Map<number, T | undefined>();
  #cached = new Map<number, T>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #most = 1;
  #hasHelped = false;

  constructor(read: (range: IdRange) => Promise<readonly T[]>, flush: () => Promise<void>) {
    this.#read = read;
    this.#flush = flush;
  }

  /** Says that the object was written or removed, so what was read of it is out of date. */
  wrote(id: number): void {
    this.#written.add(id);
  }

  /** Finds several at once, and makes the next `get` of each need no read. */
  async many(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    if (ids.some((id) => this.#written.has(id))) await this.#flush();
    const found = new Map((await this.#read({ ids })).map((each) => [each.id, each]));
    this.#asked = new Map(ids.map((id) => [id, found.get(id)]));
    return found;
  }

  async get(id: number): Promise<T | undefined> {
    if (this.#written.has(id)) {
      await this.#flush();
      return (await this.#read({ ids: [id] }))[0];
    }
    if (this.#asked.has(id)) return this.#asked.get(id);
    if (id < this.#from || id > this.#to) {
      this.#most = this.#hasHelped || id === this.#to + 1 ? Math.min(this.#most * 4, MAX_AHEAD) : 1;
      this.#hasHelped = false;
      const found = await this.#read({ from: id, most: this.#most });
      this.#cached = new Map(found.map((each) => [each.id, each]));
      this.#from = id;
      this.#to = found.length < this.#most ? Number.POSITIVE_INFINITY : (found.at(-1)?.id ?? id);
    } else if (id !== this.#from) this.#hasHelped = true;
    return this.#cached.get(id);
  }
}
