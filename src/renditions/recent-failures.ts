/** Most keys remembered; the oldest go first. */
const CAPACITY = 10_000;

/** Keys that failed not long ago, so that the same work isn't tried again on every request. */
export interface RecentFailures {
  note(key: string): void;
  has(key: string): boolean;
}

/** `now` is in milliseconds and never goes back. */
export function rememberFailures({ seconds, now }: { seconds: number; now: () => number }): RecentFailures {
  const until = new Map<string, number>();
  return {
    note(key) {
      until.delete(key);
      until.set(key, now() + seconds * 1000);
      for (const [oldest, end] of until) {
        if (end > now() && until.size <= CAPACITY) return;
        until.delete(oldest);
      }
    },
    has(key) {
      const end = until.get(key);
      if (end === undefined) return false;
      if (end > now()) return true;
      until.delete(key);
      return false;
    },
  };
}
