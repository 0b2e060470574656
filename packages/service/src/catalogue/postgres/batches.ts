import { MAX_ASSETS_AT_ONCE } from '../page-limit.ts';

/** Reads values by the IDs of their assets. Assets without a value are missing in the result. */
export type ReadByAsset<Value> = (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

/** Maximum number of reads of one kind at a time, so that no kind takes all connections. */
const MOST_AT_ONCE = 2;

/**
 * Opens a reader that reads the IDs of several calls together: of those in one turn of the event loop, and of those that
 * wait while MOST_AT_ONCE reads run. A round trip to the database costs as much as reading dozens of rows. The result of
 * a call also holds values that others asked for, and a read that fails rejects all its calls.
 */
export function openBatchedReader<Value>(read: ReadByAsset<Value>): ReadByAsset<Value> {
  /** Batches that haven't begun; calls join the last. */
  const waiting: Batch<Value>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      while (running < MOST_AT_ONCE && waiting.length > 0) start();
    });
  }

  function start(): void {
    const batch = waiting.shift();
    if (!batch) return;
    running += 1;
    const end = () => {
      running -= 1;
      if (waiting.length > 0) schedule();
    };
    const result = read([...batch.ids]);
    result.then(end, end);
    batch.resolve(result);
  }

  return async (ids) => {
    if (ids.length === 0) return new Map();
    let batch = waiting.at(-1);
    if (!batch || batch.ids.size + ids.length > MAX_ASSETS_AT_ONCE) {
      batch = { ids: new Set(), ...Promise.withResolvers<ReadonlyMap<number, Value>>() };
      waiting.push(batch);
    }
    for (const id of ids) batch.ids.add(id);
    schedule();
    return await batch.promise;
  };
}

interface Batch<Value> {
  readonly ids: Set<number>;
  readonly promise: Promise<ReadonlyMap<number, Value>>;
  resolve(result: Promise<ReadonlyMap<number, Value>>): void;
}
