/** Most keys remembered; the oldest go first. */
const CAPACITY = 10_000;

/** Keys that failed not long ago, so that the same work isn't tried again on every request. */
export interface RecentFailures {
  note(key: string, reason: string): void;
  /** Why it failed; undefined when it has not, or not lately. */
  reason(key: string): string | undefined;
}

/** `now` is in milliseconds and never goes back. */
export function rememberFailures({ seconds, now }: { seconds: number; now: () => number }): RecentFailures {
  const failures = new Map<string, { readonly reason: string; readonly until: number }>();
  return {
    note(key, reason) {
      failures.delete(key);
      failures.set(key, { reason, until: now() + seconds * 1000 });
      for (const [oldest, { until }] of failures) {
        if (until > now() && failures.size <= CAPACITY) return;
        failures.delete(oldest);
      }
    },
    reason(key) {
      const failure = failures.get(key);
      if (failure === undefined || failure.until > now()) return failure?.reason;
      failures.delete(key);
      return undefined;
    },
  };
}
