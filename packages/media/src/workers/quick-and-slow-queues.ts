import { WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import type { WorkerCalls } from './messages.ts';
import {
  type Argument,
  type JobOptions,
  openPool,
  type PoolOptions,
  type PoolState,
  type Prepare,
  type Result,
} from './pool.ts';

/**
 * Two pools for jobs that are mostly quick, but whose duration is unknown beforehand. Slow jobs never block the quick
 * ones for long.
 */
export interface QuickAndSlowQueues<Calls extends WorkerCalls> extends AsyncDisposable {
  /**
   * Runs a job and rejects like a pool. A job not known to be slow first gets `quickSeconds` in the quick queue. If it
   * times out, `onSlow` is called and the job starts again in the slow queue, with the full time limit.
   */
  run<Name extends keyof Calls & string>(
    call: Name,
    argument: Argument<Calls, Name> | Prepare<Argument<Calls, Name>>,
    options: JobOptions & { readonly isKnownSlow?: boolean; readonly onSlow?: () => void },
  ): Promise<Result<Calls, Name>>;
  /** State of each queue; `slow` is absent if there is only one queue. */
  states(): { readonly quick: PoolState; readonly slow?: PoolState };
}

/**
 * Opens both queues, each with `processes` workers. Opens only one queue if `quickSeconds` is at least `secondsPerJob`.
 */
export function openQuickAndSlowQueues<Calls extends WorkerCalls>({
  quickSeconds,
  ...options
}: PoolOptions & { readonly quickSeconds: number }): QuickAndSlowQueues<Calls> {
  const quick = openPool<Calls>({ ...options, secondsPerJob: Math.min(quickSeconds, options.secondsPerJob) });
  const slow = quickSeconds < options.secondsPerJob ? openPool<Calls>(options) : undefined;
  return {
    run: (call, argument, { isKnownSlow = false, onSlow, ...how }) => {
      if (slow === undefined) return quick.run(call, argument, how);
      if (isKnownSlow) return slow.run(call, argument, how);
      return quick.run(call, argument, how).catch((error: unknown) => {
        if (!(error instanceof WorkerTimeout)) throw error;
        onSlow?.();
        return slow.run(call, argument, how);
      });
    },
    states: () => ({ quick: quick.state(), ...(slow ? { slow: slow.state() } : {}) }),
    async [Symbol.asyncDispose]() {
      await Promise.all([quick[Symbol.asyncDispose](), slow?.[Symbol.asyncDispose]()]);
    },
  };
}
