import { setTimeout as wait } from 'node:timers/promises';

/** How long a caller waits, and how long its work outlasts the wait. */
export interface WaitLimits {
  /** The caller's signal. */
  readonly signal: AbortSignal;
  /** How long to wait; 0 only starts the work. */
  readonly seconds: number;
  /**
   * How long the work keeps its place in the queue after the wait ended without a result, so that the caller can come
   * back for it.
   */
  readonly lingerSeconds: number;
}

/**
 * Returns the result of `start` if it arrives waitAtMost `seconds`, otherwise undefined. The signal passed to `start`
 * aborts when the caller aborts, or `lingerSeconds` after the wait ended without a result.
 */
export async function waitAtMost<Result>(
  start: (asker: AbortSignal) => Promise<Result>,
  { signal, seconds, lingerSeconds }: WaitLimits,
): Promise<Result | undefined> {
  signal.throwIfAborted();
  const asker = new AbortController();
  const leave = () => asker.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const result = start(asker.signal).then((value) => ({ value }));
  // The rejection may have no listener left.
  result.catch(() => {});
  const patience = new AbortController();
  const late = wait(seconds * 1000, undefined, { signal: patience.signal });
  late.catch(() => {});
  try {
    const answer = await Promise.race([result, late]);
    if (answer === undefined) {
      setTimeout(() => asker.abort(new Error('nobody came back')), lingerSeconds * 1000).unref();
    }
    return answer?.value;
  } finally {
    signal.removeEventListener('abort', leave);
    patience.abort();
  }
}
