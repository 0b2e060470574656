import { waitAtMost } from '../../../core/src/concurrency/wait-at-most.ts';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { type CachedFile, openFileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { type NotMade, openDerivedFiles } from './derived-files.ts';
import { type SharedFiles, withSharedFiles } from './shared-files.ts';

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

/** A folder of files derived from originals, each made only once. */
interface DerivedStore extends AsyncDisposable {
  /** Limit in bytes of one file. */
  readonly maxFileBytes: number;
  /** Finds a file, or makes it as `openDerivedFiles` and `FileCache.make` say. */
  get(
    name: string,
    waiter: Waiter,
    write: (target: string, waiter: Waiter) => Promise<number> | Promise<void>,
  ): Promise<CachedFile | NotMade>;
  /**
   * Returns the result of `start` if it arrives within `seconds`, otherwise undefined. The work then stays in the queue
   * for `lingerSeconds`.
   */
  waitAtMost<Result>(
    seconds: number,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** Opens a store without waiting. `what` names its files, as in `converted files`. */
export function openDerivedStore(
  what: string,
  options: DerivedStoreOptions & {
    /** Negative cache: a file that could not be made is not tried again for this many seconds. */
    readonly failureSeconds: number;
    /** What is reported if a file could not be made. */
    readonly failure: string;
    /** True if an unexpected error counts as damage of the source and is reported; else callers get the error. */
    readonly toleratesErrors?: boolean;
  },
): DerivedStore {
  const { directory, storeMegabytes, failureSeconds, failure, toleratesErrors } = options;
  const { lingerSeconds = LINGER_SECONDS, report = process.emitWarning, now = () => performance.now() } = options;
  const local = openFileCache({
    directory,
    megabytes: storeMegabytes,
    report: (verb, cause) => report(new Error(`the store of ${what} fails to ${verb}`, { cause })),
  });
  const files = withSharedFiles(local, options.shared, what.replaceAll(' ', '-'));
  const notMade = (cause: unknown) => report(new Error(failure, { cause }));
  const derived = openDerivedFiles<CachedFile>({
    failureSeconds,
    reportWorkerFailure: notMade,
    reportFull: (cause) => report(new Error(`the store of ${what} has no room`, { cause })),
    ...(toleratesErrors ? { reportUnexpected: notMade } : {}),
    now,
  });
  return {
    maxFileBytes: Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE),
    get: (name, asker, write) => {
      const order = {
        key: name,
        find: () => files.find(name),
        fetch: (fetching: AbortSignal) => files.fetch(name, fetching),
        make: (waiter: Waiter) => files.make(name, (target) => write(target, waiter)),
      };
      return derived.get(order, asker);
    },
    waitAtMost: (seconds, signal, start) => waitAtMost(start, { signal, seconds, lingerSeconds }),
    async [Symbol.asyncDispose]() {
      derived.end(new Error(`the store of ${what} was closed`));
      await files[Symbol.asyncDispose]();
    },
  };
}
