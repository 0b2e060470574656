import { createHash } from 'node:crypto';
import { QueueFull, WorkerDied, WorkerNotStarted, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { KeyedMutex } from '../../../core/src/concurrency/keyed-mutex.ts';
import { NegativeCache } from '../../../core/src/concurrency/negative-cache.ts';
import { SingleFlight } from '../../../core/src/concurrency/single-flight.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { OriginalsUnreachable } from '../../../core/src/originals/originals.ts';
import { isFullDisk, lacksResources } from '../../../core/src/platform/system-errors.ts';
import { CannotMake, type LastingReason } from './cannot-make.ts';

/** Why a result can't be made of its source. `worker_failed`: the worker process crashed or exceeded a time limit. */
type Failure = LastingReason | 'worker_failed';

/** Failures that a smaller size may avoid, because decoders need less time and memory for it. */
const OF_SIZE: ReadonlySet<Failure> = new Set<Failure>(['too_large', 'worker_failed']);

export interface DerivedOrder<Value> {
  readonly key: string;
  /**
   * What is made of the same part of the original. Results of one subject are made one after the other, and a failure
   * holds for all of them, or for all larger ones if its reason is the size. Default: only the result itself.
   */
  readonly subject?: { readonly key: string; readonly size: number };
  /** Returns the result if it is stored on this machine. */
  find(): Promise<Value | undefined>;
  /** Returns the result if another node has stored it where all find it. */
  fetch?(signal: AbortSignal): Promise<Value | undefined>;
  /** Makes the result and stores it where `find` finds it. May wait in a queue until `waiter` gives up. */
  make(waiter: Waiter): Promise<Value>;
}

/** Returned instead of a result, because callers share it. */
export class NotMade {
  /**
   * `full`: the machine has no room on its disk, or no file, process or memory to spare. It says nothing about the source, so it
   * is not remembered.
   */
  readonly reason: Failure | 'full';

  constructor(reason: Failure | 'full') {
    this.reason = reason;
  }
}

interface DerivedFilesOptions {
  /** How long a failure is remembered (negative cache). */
  readonly failureSeconds: number;
  /** Called for each source that crashed a worker or made it exceed its time limit, and if a worker does not start. */
  readonly reportWorkerFailure: (cause: Error) => void;
  /** Called for `full`. */
  readonly reportFull: (cause: unknown) => void;
  /** Called for an unexpected error, which then counts as damage of the source. Without it, callers get the error. */
  readonly reportUnexpected?: (cause: unknown) => void;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Finds or makes files derived from originals, of whatever kind, so that this node makes each only once. Two nodes that need
 * a file at the same moment both make it: its bytes are the same, and what is stored last stays. The
 * caller owns the store and the workers that the orders use.
 */
export class DerivedFiles<Value> {
  readonly #options: DerivedFilesOptions;
  readonly #failures: NegativeCache<Failure>;
  readonly #inFlight = new SingleFlight<Value | NotMade>();
  readonly #mutex = new KeyedMutex();

  constructor(options: DerivedFilesOptions) {
    this.#options = options;
    this.#failures = new NegativeCache({ seconds: options.failureSeconds, now: options.now });
  }

  /**
   * Finds or makes a result. Concurrent callers of the same result share one making (single-flight). Making that has
   * started runs to its end, even if all callers leave; while it waits in a queue, it is dropped when its last caller
   * leaves. Returns NotMade if the source can't be made into it, and for `failureSeconds` after that without trying
   * again; also if the disk is full. Rejects with QueueFull, the waiter's reason, or an unexpected error.
   */
  get(order: DerivedOrder<Value>, { signal, ...waiter }: Waiter): Promise<Value | NotMade> {
    return this.#inFlight.join(order.key, signal, (shared) => this.#findOrMake(order, { signal: shared, ...waiter }));
  }

  /** Rejects all waiting and future callers. */
  end(reason: Error): void {
    this.#inFlight.end(reason);
  }

  async #findOrMake(order: DerivedOrder<Value>, waiter: Waiter): Promise<Value | NotMade> {
    const { key, size } = order.subject ?? { key: order.key, size: 0 };
    const knownFailure = () => {
      const reason = this.#failures.reason(key, size);
      return reason === undefined ? undefined : new NotMade(reason);
    };
    const found = await order.find();
    if (found !== undefined) return found;
    waiter.signal.throwIfAborted();
    return (
      knownFailure() ??
      (await order.fetch?.(waiter.signal)) ??
      // An earlier result of the same subject may have failed during the wait for the mutex.
      (await this.#mutex.take(
        key,
        waiter,
        async () => knownFailure() ?? (await this.#make(order, waiter, { key, size })),
      ))
    );
  }

  async #make(
    order: DerivedOrder<Value>,
    waiter: Waiter,
    { key, size }: { readonly key: string; readonly size: number },
  ): Promise<Value | NotMade> {
    try {
      return await order.make(waiter);
    } catch (error) {
      if (isFullDisk(error) || lacksResources(error)) {
        this.#options.reportFull(error);
        return new NotMade('full');
      }
      const reason = this.#reasonOf(error, waiter);
      this.#failures.note(key, reason, OF_SIZE.has(reason) ? size : 0);
      return new NotMade(reason);
    }
  }

  /** Reports a failure and returns its reason. Throws errors that say nothing about the source. */
  #reasonOf(error: unknown, { signal }: Waiter): Failure {
    const { reportWorkerFailure, reportUnexpected } = this.#options;
    if (error instanceof CannotMake) return error.reason === 'too_slow' ? 'worker_failed' : error.reason;
    if (error instanceof WorkerDied || error instanceof WorkerTimeout) {
      reportWorkerFailure(error);
      return 'worker_failed';
    }
    const isUntried = error instanceof QueueFull || error instanceof OriginalsUnreachable || signal.aborted;
    if (reportUnexpected === undefined || isUntried) {
      if (error instanceof WorkerNotStarted) reportWorkerFailure(error);
      throw error;
    }
    reportUnexpected(error);
    return 'corrupt';
  }
}

/**
 * Hashes everything that determines the bytes of a result: 32 hexadecimal digits, usable in file names and ETags.
 */
export function derivedKey(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Sorts properties, so that equal plans give equal JSON regardless of their order. */
export function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}
