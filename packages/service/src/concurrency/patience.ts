import { QueueFull } from './failures.ts';

/** How long a caller still waits, all waits together; whoever lets it wait counts them down. */
export interface Patience {
  seconds: number;
}

/** Who waits, and how long; without patience for ever. */
export interface Waiter {
  readonly signal: AbortSignal;
  readonly patience?: Patience | undefined;
}

/** What `wait` gives, which leaves when its signal aborts. At the end of the patience the reason of that signal is QueueFull. */
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
