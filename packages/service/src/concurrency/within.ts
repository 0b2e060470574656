import { setTimeout as wait } from 'node:timers/promises';

export interface Patience {
  /** Of who asks. */
  readonly signal: AbortSignal;
  /** How long to wait; 0 only sets the work going. */
  readonly seconds: number;
  /** Whoever has been told to come back keeps the place in the line for this long. */
  readonly lingerSeconds: number;
}

/** The result of `start` where it comes in time, else undefined. The signal that `start` is given aborts when nobody wants the result any longer. */
export async function within<Result>(
  start: (asker: AbortSignal) => Promise<Result>,
  { signal, seconds, lingerSeconds }: Patience,
): Promise<Result | undefined> {
  signal.throwIfAborted();
  const asker = new AbortController();
  const leave = () => asker.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const result = start(asker.signal).then((value) => ({ value }));
  // Nobody may be left to hear of it.
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
