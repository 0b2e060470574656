import { LRUCache } from 'lru-cache';

/** Maximum number of remembered keys; the least recently noted are evicted first. */
const CAPACITY = 10_000;

interface Failure<Reason> {
  readonly reason: Reason;
  readonly from: number;
  readonly until: number;
}

/** A negative cache: remembers keys that failed recently so that not every request repeats the same failing work. */
export class NegativeCache<Reason extends string> {
  readonly #failures = new LRUCache<string, Failure<Reason>>({
    // With `max`, the cache would reserve memory for all keys at once.
    maxSize: CAPACITY,
    sizeCalculation: () => 1,
  });
  readonly #milliseconds: number;
  readonly #now: () => number;

  /** Entries expire after `seconds`. `now` returns milliseconds and must never go back. */
  constructor({ seconds, now }: { seconds: number; now: () => number }) {
    this.#milliseconds = seconds * 1000;
    this.#now = now;
  }

  /** Remembers a failure of `key`. `from` is the smallest size that fails; the default 0 means all sizes. */
  note(key: string, reason: Reason, from = 0): void {
    const found = this.#find(key);
    if (found && found.from < from) return;
    this.#failures.set(key, { reason, from, until: this.#now() + this.#milliseconds });
  }

  /** Returns the reason of a remembered failure at `size` or a smaller size, or undefined if there is none. */
  reason(key: string, size = 0): Reason | undefined {
    const failure = this.#find(key);
    return failure && failure.from <= size ? failure.reason : undefined;
  }

  #find(key: string): Failure<Reason> | undefined {
    const failure = this.#failures.peek(key);
    if (failure === undefined || failure.until > this.#now()) return failure;
    this.#failures.delete(key);
    return undefined;
  }
}
