import { SlowQueueFull } from './failures.ts';

/** Seconds that a caller may still wait, across all its waits. `withinBudget` subtracts each wait. */
interface WaitBudget {
  seconds: number;
}

/** A waiter and its remaining budget; without `budget`, it waits without limit. */
export interface Waiter {
  readonly signal: AbortSignal;
  /** Who waits, because callers take turns in queues. All jobs without one count as those of one caller. */
  readonly caller?: string | undefined;
  readonly budget?: WaitBudget | undefined;
}

/** Runs `wait`, which must reject when its signal aborts: with `SlowQueueFull` when the budget runs out. */
export async function withinBudget<Value>(
  { signal, budget }: Waiter,
  wait: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (budget === undefined) return await wait(signal);
  const expired = new AbortController();
  const since = performance.now();
  const expire = () => expired.abort(new SlowQueueFull('its turn did not come within the time it may wait'));
  const timer = setTimeout(expire, budget.seconds * 1000);
  try {
    return await wait(AbortSignal.any([signal, expired.signal]));
  } finally {
    clearTimeout(timer);
    const waited = (performance.now() - since) / 1000;
    budget.seconds = expired.signal.aborted ? 0 : Math.max(0, budget.seconds - waited);
  }
}
