import { Limiter } from '../../../../core/src/concurrency/limiter.ts';
import type { StartTimer } from '../../../../core/src/platform/start-timer.ts';
import { CatalogueBusy, CatalogueUnreachable } from '../catalogue-errors.ts';
import { MAX_ASSETS_AT_ONCE } from '../page-limit.ts';

/** Reads values by the IDs of their assets. Assets without a value are missing in the result. */
export type ReadByAsset<Value> = (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

/** Maximum number of reads of one kind at a time. Each holds a connection, so no kind takes all of them. */
const MAX_AT_ONCE = 2;
/**
 * How long a call waits at most, in milliseconds: for its turn, a connection and the statement, which has a limit of its
 * own, but not if its connection is lost without a word.
 */
const MAX_WAIT_MS = 10_000;

/**
 * Opens a reader that reads the IDs of several calls together: of those in one turn of the event loop, and of those that
 * wait while MAX_AT_ONCE reads run. A round trip to the database costs as much as reading dozens of rows. The result of
 * a call also holds values that others asked for, and a read that fails rejects all its calls. Calls reject with
 * CatalogueUnreachable if their read has not ended after `maxWaitMs`, with CatalogueBusy if it has not even begun. The
 * signal of such a read aborts, and then it must give up its connection and settle; others take its turn afterwards.
 */
export function openBatchedReader<Value>(
  read: (ids: readonly number[], signal: AbortSignal) => ReturnType<ReadByAsset<Value>>,
  {
    maxWaitMs = MAX_WAIT_MS,
    startTimer = setTimeout,
  }: { readonly maxWaitMs?: number; readonly startTimer?: StartTimer } = {},
): ReadByAsset<Value> {
  const limiter = new Limiter(MAX_AT_ONCE);
  /** The batch that was added last, until it begins. */
  let joinable: Batch<Value> | undefined;

  function add(): Batch<Value> {
    const late = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, Value>>();
    const batch: Batch<Value> = { ids: new Set(), promise };
    const close = () => {
      if (joinable === batch) joinable = undefined;
    };
    const leave = limiter.add(() => {
      close();
      const result = read([...batch.ids], late.signal);
      result.then(resolve, reject).finally(() => timer[Symbol.dispose]());
      return result;
    });
    const timer = startTimer(() => {
      close();
      if (leave()) {
        reject(new CatalogueBusy('catalogue.url: too many reads of the database wait for others'));
      } else {
        const seconds = Math.round(maxWaitMs / 1000);
        const error = new CatalogueUnreachable(`catalogue.url: the database has not answered for ${seconds} s`);
        reject(error);
        late.abort(error);
      }
    }, maxWaitMs);
    return batch;
  }

  return async (ids) => {
    if (ids.length === 0) return new Map();
    if (!joinable || joinable.ids.size + ids.length > MAX_ASSETS_AT_ONCE) joinable = add();
    const { promise, ids: all } = joinable;
    for (const id of ids) all.add(id);
    return await promise;
  };
}

interface Batch<Value> {
  readonly ids: Set<number>;
  readonly promise: Promise<ReadonlyMap<number, Value>>;
}
