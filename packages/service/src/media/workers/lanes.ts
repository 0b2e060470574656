import { openPool, type PoolOptions, type PoolState, type RunOptions, WorkerTimeout } from './pool.ts';

/** Jobs of which most are done soon, and nobody knows which: those that are not never hold up the others for long. */
export interface Lanes<Job, Result> extends AsyncDisposable {
  /**
   * Rejects like a pool. A job that is not known to be slow has `quickSeconds` at first; where that isn't enough, `onSlow` hears
   * of it, and the job is done anew in the slow lane, with all its time.
   */
  run(job: Job, options: RunOptions & { readonly isKnownSlow: boolean; readonly onSlow?: () => void }): Promise<Result>;
  /** `slow` is absent where there is one lane. */
  states(): { readonly quick: PoolState; readonly slow?: PoolState };
}

/** Opens both lanes, each with as many processes. With `quickSeconds` of a whole job there is one lane. */
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
