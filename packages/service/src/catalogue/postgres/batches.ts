import { CatalogueBusy, CatalogueUnreachable } from '../catalogue.ts';
import { MAX_ASSETS_AT_ONCE } from '../page-limit.ts';

/** Reads values by the IDs of their assets. Assets without a value are missing in the result. */
export type ReadByAsset<Value> = (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

/** Maximum number of reads of one kind at a time, so that no kind takes all connections. */
const MOST_AT_ONCE = 2;
/**
 * How long a call waits at most, in milliseconds: for its turn, a connection and the statement, which has a limit of its
 * own, but not if its connection is lost without a word.
 */
const MOST_WAIT_MS = 10_000;

/**
 * Opens a reader that reads the IDs of several calls together: of those in one turn of the event loop, and of those that
 * wait while MOST_AT_ONCE reads run. A round trip to the database costs as much as reading dozens of rows. The result of
 * a call also holds values that others asked for, and a read that fails rejects all its calls. Calls reject with
 * CatalogueUnreachable if their read has not ended after `mostWaitMs`, with CatalogueBusy if it has not even begun.
 */
export function openBatchedReader<Value>(
  read: ReadByAsset<Value>,
  mostWaitMs: number = MOST_WAIT_MS,
): ReadByAsset<Value> {
  /** Batches that haven't begun; calls join the last. */
  const waiting: Batch<Value>[] = [];
  const running = new Set<Batch<Value>>();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      while (running.size < MOST_AT_ONCE && waiting.length > 0) start();
    });
  }

  function start(): void {
    const batch = waiting.shift();
    if (!batch) return;
    running.add(batch);
    const result = read([...batch.ids]);
    result.then(batch.resolve, batch.reject).finally(() => end(batch));
  }

  /** Others take its turn, also if its read never ends. */
  function end(batch: Batch<Value>): void {
    clearTimeout(batch.timer);
    if (running.delete(batch) && waiting.length > 0) schedule();
  }

  function add(): Batch<Value> {
    const timer = setTimeout(() => {
      const at = waiting.indexOf(batch);
      if (at >= 0) {
        waiting.splice(at, 1);
        batch.reject(new CatalogueBusy('catalogue.url: too many reads of the database wait for others'));
      } else {
        const seconds = Math.round(mostWaitMs / 1000);
        batch.reject(new CatalogueUnreachable(`catalogue.url: the database has not answered for ${seconds} s`));
        end(batch);
      }
    }, mostWaitMs);
    const batch: Batch<Value> = { ids: new Set(), timer, ...Promise.withResolvers<ReadonlyMap<number, Value>>() };
    waiting.push(batch);
    return batch;
  }

  return async (ids) => {
    if (ids.length === 0) return new Map();
    let batch = waiting.at(-1);
    if (!batch || batch.ids.size + ids.length > MAX_ASSETS_AT_ONCE) batch = add();
    for (const id of ids) batch.ids.add(id);
    schedule();
    return await batch.promise;
  };
}

interface Batch<Value> {
  readonly ids: Set<number>;
  readonly timer: NodeJS.Timeout;
  readonly promise: Promise<ReadonlyMap<number, Value>>;
  resolve(result: ReadonlyMap<number, Value>): void;
  reject(error: unknown): void;
}
