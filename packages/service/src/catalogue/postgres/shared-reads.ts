import { Limiter } from '../../../../core/src/concurrency/limiter.ts';
import { untilAborted } from '../../../../core/src/concurrency/until-aborted.ts';
import type { StartTimer } from '../../../../core/src/platform/start-timer.ts';
import { CatalogueBusy } from '../catalogue-errors.ts';

/** Maximum number of reads of one kind at a time. Each holds a connection, so no kind takes all of them. */
const MAX_AT_ONCE = 2;
/** How long a read waits for its turn, in milliseconds: as long as others wait for a connection of the pool. */
const MAX_WAIT_MS = 5_000;

interface Read<Value> {
  readonly result: Promise<Value>;
  /** Number of calls that wait for the result. */
  calls: number;
  /** Ends the wait of a read that doesn't begin. */
  drop(): void;
}

/**
 * Opens a reader of which at most two reads run at a time; the others wait in the order of their calls. Equal calls share
 * a read that hasn't begun, which therefore sees all that was committed before each of them. A read begins only while a
 * call waits for it; a call ends with the reason of its signal. Calls reject with CatalogueBusy if their read waits for
 * more than `maxWaitMs`.
 */
export function openSharedReader<Args extends readonly unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
  {
    maxWaitMs = MAX_WAIT_MS,
    startTimer = setTimeout,
  }: { readonly maxWaitMs?: number; readonly startTimer?: StartTimer } = {},
): (args: Args, signal?: AbortSignal) => Promise<Value> {
  const limiter = new Limiter(MAX_AT_ONCE);
  const waiting = new Map<string, Read<Value>>();

  function enqueue(key: string, args: Args): Read<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const forget = () => {
      timer[Symbol.dispose]();
      waiting.delete(key);
    };
    const leave = limiter.add(() => {
      forget();
      const value = read(...args);
      resolve(value);
      return value;
    });
    const drop = () => {
      leave();
      forget();
    };
    const timer = startTimer(() => {
      drop();
      reject(new CatalogueBusy('catalogue.url: too many reads of the database wait for others'));
    }, maxWaitMs);
    const added = { result: promise, calls: 0, drop };
    waiting.set(key, added);
    return added;
  }

  return async (args, signal) => {
    signal?.throwIfAborted();
    const key = JSON.stringify(args);
    const shared = waiting.get(key) ?? enqueue(key, args);
    shared.calls += 1;
    try {
      return await (signal ? untilAborted(shared.result, signal) : shared.result);
    } finally {
      shared.calls -= 1;
      if (shared.calls === 0 && waiting.get(key) === shared) shared.drop();
    }
  };
}
