import { LRUCache } from 'lru-cache';

/** Maximum number of remembered keys; the least recently noted are evicted first. */
const CAPACITY = 10_000;

/** A negative cache: remembers keys that failed recently so that not every request repeats the same failing work. */
export interface NegativeCache<Reason extends string> {
  /** Remembers a failure of `key`. `from` is the smallest size that fails; the default 0 means all sizes. */
  note(key: string, reason: Reason, from?: number): void;
  /** Returns the reason of a remembered failure at `size` or a smaller size, or undefined if there is none. */
  reason(key: string, size?: number): Reason | undefined;
}

interface Failure<Reason> {
  readonly reason: Reason;
  readonly from: number;
  readonly until: number;
}

/** Opens a negative cache whose entries expire after `seconds`. `now` returns milliseconds and must never go back. */
export function openNegativeCache<Reason extends string>({
  seconds,
  now,
}: {
  seconds: number;
  now: () => number;
}): NegativeCache<Reason> {
  const failures = new LRUCache<string, Failure<Reason>>({ max: CAPACITY });

  function find(key: string) {
    const failure = failures.peek(key);
    if (failure === undefined || failure.until > now()) return failure;
    failures.delete(key);
    return undefined;
  }

  return {
    note(key, reason, from = 0) {
      const found = find(key);
      if (found && found.from < from) return;
      failures.set(key, { reason, from, until: now() + seconds * 1000 });
    },
    reason(key, size = 0) {
      const failure = find(key);
      return failure && failure.from <= size ? failure.reason : undefined;
    },
  };
}
