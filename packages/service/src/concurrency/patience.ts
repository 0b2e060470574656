import { QueueFull } from './failures.ts';

/**
 * The time a caller may still spend waiting, in seconds, across all its waits. `patiently` subtracts each wait from it.
 */
export interface Patience {
  seconds: number;
}

/** A waiter and its remaining patience; without `patience`, it waits without limit. */
export interface Waiter {
  readonly signal: AbortSignal;
  readonly patience?: Patience | undefined;
}

/**
 * Runs `wait` and returns its result. `wait` must reject when its signal aborts. When the patience runs out, that
 * signal aborts with `QueueFull`.
 */
export async function patiently<Value>(
  { signal, patience }: Waiter,
  wait: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (patience === undefined) return await wait(signal);
  const tired = new AbortController();
  const since = performance.now();
  const leave = () => tired.abort(new QueueFull('it was not its turn in the time that it may wait'));
  const timer = setTimeout(leave, patience.seconds * 1000);
  try {
    return await wait(AbortSignal.any([signal, tired.signal]));
  } finally {
    clearTimeout(timer);
    const waited = (performance.now() - since) / 1000;
    patience.seconds = tired.signal.aborted ? 0 : Math.max(0, patience.seconds - waited);
  }
}
