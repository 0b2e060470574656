import { WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import type { WorkerCalls } from './messages.ts';
import {
  type Argument,
  type JobOptions,
  type PoolOptions,
  type PoolState,
  type Prepare,
  type Result,
  WorkerPool,
} from './pool.ts';

/**
 * Two pools for jobs that are mostly quick, but whose duration is unknown beforehand. Slow jobs never block the quick
 * ones for long.
 */
export class QuickAndSlowQueues<Calls extends WorkerCalls> implements AsyncDisposable {
  readonly #quick: WorkerPool<Calls>;
  readonly #slow: WorkerPool<Calls> | undefined;

  /** Each queue has `processes` workers. There is only one if `quickSeconds` is at least `secondsPerJob`. */
  constructor({ quickSeconds, ...options }: PoolOptions & { readonly quickSeconds: number }) {
    const { secondsPerJob } = options;
    this.#quick = new WorkerPool({ ...options, secondsPerJob: Math.min(quickSeconds, secondsPerJob) });
    this.#slow = quickSeconds < secondsPerJob ? new WorkerPool(options) : undefined;
  }

  /**
   * Runs a job and rejects like a pool. A job not known to be slow first gets `quickSeconds` in the quick queue. If it
   * times out, `onSlow` is called and the job starts again in the slow queue, with the full time limit.
   */
  async run<Name extends keyof Calls & string>(
    call: Name,
    argument: Argument<Calls, Name> | Prepare<Argument<Calls, Name>>,
    { isKnownSlow = false, onSlow, ...how }: JobOptions & { readonly isKnownSlow?: boolean; onSlow?: () => void },
  ): Promise<Result<Calls, Name>> {
    const slow = this.#slow;
    if (slow === undefined) return await this.#quick.run(call, argument, how);
    if (isKnownSlow) return await slow.run(call, argument, how);
    try {
      return await this.#quick.run(call, argument, how);
    } catch (error) {
      if (!(error instanceof WorkerTimeout)) throw error;
      onSlow?.();
      return await slow.run(call, argument, how);
    }
  }

  /** Starts a process for the next quick job. */
  startAhead(): void {
    this.#quick.startAhead();
  }

  /** State of each queue; `slow` is absent if there is only one queue. */
  states(): { readonly quick: PoolState; readonly slow?: PoolState } {
    return { quick: this.#quick.state(), ...(this.#slow ? { slow: this.#slow.state() } : {}) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#quick[Symbol.asyncDispose](), this.#slow?.[Symbol.asyncDispose]()]);
  }
}
