import { EARLY } from './service-load.ts';

/** Milliseconds after which an early answer may be out of date. */
const FRESH = 10_000;

const answers = new Map<string, Promise<Response>>();

/** Sends a request that elements will make once they have loaded. */
export function askEarly(address: string, options?: RequestInit): void {
  const answer = fetch(address, options);
  answers.set(address, answer);
  setTimeout(() => answers.get(address) === answer && answers.delete(address), FRESH);
  // Whoever gets it handles the failure.
  answer.catch(() => {});
}

/**
 * Returns the answer to a request that was sent early; undefined if none was, or if it is too old or taken already. Rejects with the
 * reason of the signal.
 */
function takeEarly(address: unknown, signal?: AbortSignal | null): Promise<Response> | undefined {
  const answer = answers.get(String(address));
  if (!answer) return undefined;
  answers.delete(String(address));
  if (signal?.aborted) return Promise.reject(signal.reason);
  const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([answer, aborted]);
}

EARLY.take = takeEarly;
