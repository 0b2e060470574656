/** A loaded picture, and how much memory it takes. */
interface LoadedPicture<T> {
  readonly value: T;
  readonly bytes: number;
}

/** A claim on a picture. The picture is kept while anybody holds one. */
export interface PictureLease<T> {
  /** Resolves with the picture. Rejects if it cannot be loaded, or if all who waited for it have released it. */
  readonly arrived: Promise<T>;
  /** The picture, if it has loaded. */
  readonly value: T | undefined;
  /** True if it could not be loaded, or was released before it had loaded. Another lease loads it again, but not too soon. */
  readonly hasFailed: boolean;
  /** Ends the claim. Further calls do nothing. */
  release(): void;
}

/** Pictures in memory that were fetched with a token: those on the screen, and those that were there last. */
export interface PictureCache<T> {
  /**
   * Claims the picture with this key, and loads it unless it is loaded or loading. Aborts `load` when all who wait for it have
   * released it. After a failure, leases fail at once for a while.
   */
  lease(key: string, load: (signal: AbortSignal) => Promise<LoadedPicture<T>>): PictureLease<T>;
  /** Ends all requests. Frees pictures that nobody holds, and the others when they are released. */
  close(): void;
}

/** How many pictures are kept, and how they are freed. */
export interface PictureCacheOptions<T> {
  /** Limits of all pictures together. Above them, pictures that nobody holds are freed, the least recently used first. */
  readonly maxBytes: number;
  readonly maxCount: number;
  readonly free: (value: T) => void;
  /** Seconds to wait before another try, if the error says so. */
  readonly retryAfterOf?: (error: unknown) => number | undefined;
  /** The time in milliseconds, from any origin. */
  readonly now?: () => number;
}

/**
 * Milliseconds for which a failure is remembered: after the first one, and at most. Each failure in a row doubles the time. It is
 * longer if the service asks for it.
 */
export const FAILURE_WAIT = { first: 4000, max: 600_000 } as const;

/** How many failures are remembered. */
const MAX_FAILURES = 1000;

interface Entry<T> {
  readonly key: string;
  readonly controller: AbortController;
  readonly arrived: Promise<T>;
  holders: number;
  loaded: LoadedPicture<T> | undefined;
}

interface PictureFailure {
  readonly error: unknown;
  readonly until: number;
  readonly inARow: number;
}

/** Opens an empty cache. */
export function openPictureCache<T>(options: PictureCacheOptions<T>): PictureCache<T> {
  const { maxBytes, maxCount, free, retryAfterOf, now = Date.now } = options;
  // A Map keeps the order of insertion, and released pictures are inserted again, so the least recently used come first.
  const entries = new Map<string, Entry<T>>();
  const failures = new Map<string, PictureFailure>();
  let bytes = 0;
  let isClosed = false;

  function start(key: string, load: (signal: AbortSignal) => Promise<LoadedPicture<T>>): Entry<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const loading = Promise.resolve().then(() => {
      signal.throwIfAborted();
      return load(signal);
    });
    const arrived = loading.then(
      (loaded) => arrive(entry, loaded),
      (error: unknown) => {
        if (!signal.aborted) fail(entry, error);
        throw error;
      },
    );
    const entry: Entry<T> = { key, controller, arrived, holders: 0, loaded: undefined };
    arrived.catch(ignore);
    entries.set(key, entry);
    return entry;
  }

  function arrive(entry: Entry<T>, loaded: LoadedPicture<T>): T {
    if (entry.controller.signal.aborted) {
      // It arrived although it was aborted.
      free(loaded.value);
      throw entry.controller.signal.reason;
    }
    entry.loaded = loaded;
    bytes += loaded.bytes;
    failures.delete(entry.key);
    trim();
    return loaded.value;
  }

  function fail({ key }: Entry<T>, error: unknown): void {
    entries.delete(key);
    const inARow = (failures.get(key)?.inARow ?? 0) + 1;
    const asked = (retryAfterOf?.(error) ?? 0) * 1000;
    const wait = Math.max(asked, Math.min(FAILURE_WAIT.max, FAILURE_WAIT.first * 2 ** (inARow - 1)));
    failures.delete(key);
    failures.set(key, { error, until: now() + wait, inARow });
    for (const oldest of failures.keys()) {
      if (failures.size <= MAX_FAILURES) break;
      failures.delete(oldest);
    }
  }

  function release(entry: Entry<T>): void {
    entry.holders -= 1;
    const isKept = entries.get(entry.key) === entry;
    if (entry.holders > 0 || !isKept) return;
    entries.delete(entry.key);
    if (isClosed || !entry.loaded) {
      drop(entry);
    } else {
      entries.set(entry.key, entry);
      trim();
    }
  }

  function trim(): void {
    for (const entry of entries.values()) {
      if (bytes <= maxBytes && entries.size <= maxCount) return;
      if (entry.loaded && entry.holders === 0) drop(entry);
    }
  }

  function drop(entry: Entry<T>): void {
    entries.delete(entry.key);
    entry.controller.abort();
    if (!entry.loaded) return;
    bytes -= entry.loaded.bytes;
    free(entry.loaded.value);
    entry.loaded = undefined;
  }

  return {
    lease: (key, load) => {
      const failure = failures.get(key);
      if (isClosed) return failedLease(new Error('the pictures of this catalogue are closed'));
      if (failure && failure.until > now() && !entries.has(key)) return failedLease(failure.error);
      const entry = entries.get(key) ?? start(key, load);
      entry.holders += 1;
      let isHeld = true;
      return {
        arrived: entry.arrived,
        get value() {
          return isHeld ? entry.loaded?.value : undefined;
        },
        get hasFailed() {
          return entries.get(key) !== entry && !entry.loaded;
        },
        release: () => {
          if (isHeld) release(entry);
          isHeld = false;
        },
      };
    },
    close: () => {
      isClosed = true;
      for (const entry of entries.values()) if (entry.holders === 0 || !entry.loaded) drop(entry);
    },
  };
}

function failedLease(error: unknown): PictureLease<never> {
  const arrived = Promise.reject(error);
  arrived.catch(ignore);
  return { arrived, value: undefined, hasFailed: true, release: ignore };
}

function ignore(): void {}
