import { type JobOptions, openPool, type PoolOptions, type PoolState, WorkerTimeout } from './pool.ts';

/**
 * Two pools for jobs that are mostly quick, but whose duration is unknown beforehand. Slow jobs never block the quick
 * ones for long.
 */
export interface QuickAndSlowQueues<Job, Result> extends AsyncDisposable {
  /**
   * Runs a job and rejects like a pool. A job not known to be slow first gets `quickSeconds` in the quick queue. If it
   * times out, `onSlow` is called and the job starts again in the slow queue, with the full time limit.
   */
  run(job: Job, options: JobOptions & { readonly isKnownSlow: boolean; readonly onSlow?: () => void }): Promise<Result>;
  /** State of each queue; `slow` is absent if there is only one queue. */
  states(): { readonly quick: PoolState; readonly slow?: PoolState };
}

/**
 * Opens both queues, each with `processes` workers. Opens only one queue if `quickSeconds` is at least `secondsPerJob`.
 */
export function openQuickAndSlowQueues<Job, Result>(
  options: PoolOptions & { readonly quickSeconds: number },
): QuickAndSlowQueues<Job, Result> {
  const { quickSeconds, secondsPerJob } = options;
  if (quickSeconds >= secondsPerJob) {
    const only = openPool<Job, Result>(options);
    return {
      run: (job, how) => only.run(job, how),
      states: () => ({ quick: only.state() }),
      [Symbol.asyncDispose]: () => only[Symbol.asyncDispose](),
    };
  }
  const quick = openPool<Job, Result>({ ...options, secondsPerJob: quickSeconds });
  const slow = openPool<Job, Result>(options);
  return {
    async run(job, { isKnownSlow, onSlow, ...how }) {
      if (isKnownSlow) return await slow.run(job, how);
      try {
        return await quick.run(job, how);
      } catch (error) {
        if (!(error instanceof WorkerTimeout)) throw error;
      }
      onSlow?.();
      return await slow.run(job, how);
    },
    states: () => ({ quick: quick.state(), slow: slow.state() }),
    async [Symbol.asyncDispose]() {
      await Promise.all([quick, slow].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
