import { untilAborted } from './until-aborted.ts';

/** How long a caller waits, and how long its work outlasts the wait. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  /** How long to wait; 0 only starts the work. */
  readonly seconds: number;
  /** How long the work keeps its place after a wait without a result, so that the caller can come back. */
  readonly lingerSeconds: number;
}

/**
 * Returns the result of `start` if it arrives within `seconds`, otherwise undefined. The signal passed to `start`
 * aborts when the caller aborts, or `lingerSeconds` after the wait ended without a result.
 */
export async function waitAtMost<Result>(
  start: (signal: AbortSignal) => Promise<Result>,
  { signal, seconds, lingerSeconds }: WaitLimits,
): Promise<Result | undefined> {
  signal.throwIfAborted();
  const work = new AbortController();
  const abort = () => work.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const end = AbortSignal.timeout(Math.ceil(seconds * 1000));
  try {
    return await untilAborted(start(work.signal), end);
  } catch (error) {
    if (!end.aborted || error !== end.reason) throw error;
    setTimeout(() => work.abort(new Error('nobody came back')), lingerSeconds * 1000).unref();
    return undefined;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
