import { NoRoom } from '../../../core/src/concurrency/failures.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { DerivedFiles, type DerivedOrder, NotMade } from '../derived/derived-files.ts';
import type { SharedFiles } from '../derived/shared-files.ts';
import type { Rendered } from './renderer.ts';
import { RenditionStore } from './store.ts';

/**
 * How long a failed source isn't retried. Matches the 60 s for which a placeholder may be cached (interface decisions
 * 7).
 */
const FAILURE_SECONDS = 60;

export interface StoredRenditionsOptions {
  /** Folder of the store. Created when needed; may be deleted at any time. */
  readonly directory: string;
  /** Maximum disk space of the store, in MB. */
  readonly storeMegabytes: number;
  /** Longest time in seconds that a picture waits in the queue before its rendering starts. Unlimited if absent. */
  readonly waitSeconds?: number;
  /** Where nodes share what they have drawn. */
  readonly shared?: SharedFiles | undefined;
  /**
   * Called with failures of the store and with sources that crashed or timed out the renderer. Default: a process
   * warning.
   */
  readonly report?: (trouble: Error) => void;
  /** Called for each picture that is not stored because the store is full and another process owns it. */
  readonly reportNoRoom?: () => void;
  /** Monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/** What is on disk, or else made and stored, once for all who ask at the same time. */
export class StoredRenditions implements AsyncDisposable {
  readonly store: RenditionStore;
  readonly #derived: DerivedFiles<Rendered>;
  readonly #waitSeconds: number | undefined;

  constructor(options: StoredRenditionsOptions) {
    const { directory, storeMegabytes: megabytes, shared, reportNoRoom } = options;
    const { report = process.emitWarning, now = () => performance.now() } = options;
    this.#waitSeconds = options.waitSeconds;
    this.store = new RenditionStore({ directory, megabytes, shared, report, reportNoRoom });
    this.#derived = new DerivedFiles({
      failureSeconds: FAILURE_SECONDS,
      reportWorkerFailure: report,
      reportFull: (cause) =>
        report(new Error('a picture could not be drawn: the machine has no room for it', { cause })),
      now,
    });
  }

  waiterOf(signal: AbortSignal, caller?: string): Waiter {
    const seconds = this.#waitSeconds;
    return { signal, caller, ...(seconds === undefined ? {} : { budget: { seconds } }) };
  }

  /** Finds the rendition of a key in the store, else makes and stores it. */
  async get(
    key: string,
    subject: DerivedOrder<Rendered>['subject'],
    waiter: Waiter,
    make: (waiter: Waiter) => Promise<Rendered>,
  ): Promise<Rendered | NotMade> {
    const makeAndStore = async (inTurn: Waiter) => {
      const rendered = await make(inTurn);
      await this.store.write(key, rendered);
      return rendered;
    };
    const found = await this.#derived.get(
      {
        key,
        ...(subject ? { subject } : {}),
        find: () => this.store.read(key),
        fetch: (signal) => this.store.fetch(key, signal),
        make: makeAndStore,
      },
      waiter,
    );
    // Neither a placeholder nor a smaller picture may stand for a file that can be drawn once there is room.
    if (found instanceof NotMade && found.reason === 'full') throw new NoRoom('the disk is full');
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#derived.end(new Error('the renditions were closed'));
    await this.store[Symbol.asyncDispose]();
  }
}
