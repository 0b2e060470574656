import { openPool, type PoolOptions, type PoolState, type RunOptions, WorkerTimeout } from './pool.ts';

/**
 * Two pools for jobs that are mostly quick, but whose duration is unknown beforehand. Slow jobs never block the quick
 * ones for long.
 */
export interface Lanes<Job, Result> extends AsyncDisposable {
  /**
   * Runs a job and rejects like a pool. A job not known to be slow first gets `quickSeconds` in the quick lane. If it
   * times out, `onSlow` is called and the job starts again in the slow lane, with the full time limit.
   */
  run(job: Job, options: RunOptions & { readonly isKnownSlow: boolean; readonly onSlow?: () => void }): Promise<Result>;
  /** State of each lane; `slow` is absent if there is only one lane. */
  states(): { readonly quick: PoolState; readonly slow?: PoolState };
}

/**
 * Opens both lanes, each with `processes` workers. Opens only one lane if `quickSeconds` is at least `secondsPerJob`.
 */
export function openLanes<Job, Result>(options: PoolOptions & { readonly quickSeconds: number }): Lanes<Job, Result> {
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
