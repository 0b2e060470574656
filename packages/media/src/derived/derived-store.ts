import { waitAtMost } from '../../../core/src/concurrency/wait-at-most.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { type CachedFile, FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { isAbsence } from '../../../core/src/platform/system-errors.ts';
import { DerivedFiles, NotMade } from './derived-files.ts';
import type { SharedFiles } from './shared-files.ts';
import { SharingFileCache } from './sharing-file-cache.ts';

/** How often a file is made that is always evicted before it is read. */
const MAX_TRIES = 3;
const LINGER_SECONDS = 15;
/** Largest share of the store that one file may take, so that it does not evict all others. */
const LARGEST_SHARE = 0.5;

/** Location and limits of a store of derived files. */
export interface DerivedStoreOptions {
  /** Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  /** Where nodes share what they have made. */
  readonly shared?: SharedFiles | undefined;
  /** Seconds that pending work stays in the queue without a caller; default 15. */
  readonly lingerSeconds?: number;
  /** Called when a worker is lost or the disk fails or is full; default: emits a process warning. */
  readonly report?: (error: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface NamedStoreOptions extends DerivedStoreOptions {
  /** Negative cache: a file that could not be made is not tried again for this many seconds. */
  readonly failureSeconds: number;
  /** What is reported if a file could not be made. */
  readonly failure: string;
  /** True if an unexpected error counts as damage of the source and is reported; else callers get the error. */
  readonly toleratesErrors?: boolean;
}

/** A folder of files derived from originals, each made only once. */
export class DerivedStore implements AsyncDisposable {
  /** Limit in bytes of one file. */
  readonly maxFileBytes: number;
  readonly #what: string;
  readonly #lingerSeconds: number;
  readonly #files: SharingFileCache;
  readonly #derived: DerivedFiles<CachedFile>;

  /** Doesn't wait for the folder. `what` names its files, as in `converted files`. */
  constructor(what: string, options: NamedStoreOptions) {
    const { directory, storeMegabytes, failureSeconds, failure, toleratesErrors } = options;
    const { lingerSeconds = LINGER_SECONDS, report = process.emitWarning, now = () => performance.now() } = options;
    this.maxFileBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    this.#what = what;
    this.#lingerSeconds = lingerSeconds;
    const local = new FileCache({
      directory,
      megabytes: storeMegabytes,
      report: (verb, cause) => report(new Error(`the store of ${what} fails to ${verb}`, { cause })),
    });
    this.#files = new SharingFileCache(local, options.shared, what.replaceAll(' ', '-'));
    const notMade = (cause: unknown) => report(new Error(failure, { cause }));
    this.#derived = new DerivedFiles({
      failureSeconds,
      reportWorkerFailure: notMade,
      reportFull: (cause) => report(new Error(`the store of ${what} has no room`, { cause })),
      ...(toleratesErrors ? { reportUnexpected: notMade } : {}),
      now,
    });
  }

  /** Finds a file, or makes it as `DerivedFiles` and `FileCache.make` say. */
  get(
    name: string,
    waiter: Waiter,
    write: (target: string, waiter: Waiter) => Promise<number> | Promise<void>,
  ): Promise<CachedFile | NotMade> {
    const order = {
      key: name,
      find: () => this.#files.local.find(name),
      fetch: (fetching: AbortSignal) => this.#files.fetch(name, fetching),
      make: (waiter: Waiter) => this.#files.make(name, (target) => write(target, waiter)),
    };
    return this.#derived.get(order, waiter);
  }

  /**
   * Like `get`, but returns what `read` makes of the file. A file that is evicted before it is read is made again; if that
   * happens each time, there is no room for it.
   */
  async read<Result>(
    name: string,
    { read, write }: { read: (file: CachedFile) => Promise<Result>; write: Parameters<DerivedStore['get']>[2] },
    waiter: Waiter,
  ): Promise<Result | NotMade> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const file = await this.get(name, waiter, write);
      if (file instanceof NotMade) return file;
      try {
        return await read(file);
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    }
    return new NotMade('full');
  }

  /**
   * Returns the result of `start` if it arrives within `seconds`, otherwise undefined. The work then stays in the queue
   * for `lingerSeconds`.
   */
  waitAtMost<Result>(
    seconds: number,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    return waitAtMost(start, { signal, seconds, lingerSeconds: this.#lingerSeconds });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#derived.end(new Error(`the store of ${this.#what} was closed`));
    await this.#files.local[Symbol.asyncDispose]();
  }
}
