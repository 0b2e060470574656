/** Milliseconds after which an early answer may be out of date. */
const FRESH = 10_000;

const answers = new Map<string, Promise<Response>>();

/** Asks a service for what elements will ask it for with the same address, while they are still loading. */
export function askEarly(address: string): void {
  const answer = fetch(address);
  answers.set(address, answer);
  setTimeout(() => answers.delete(address), FRESH);
  // Whoever gets it handles the failure.
  answer.catch(() => {});
}

/**
 * Returns the answer to a request that was sent early, once; undefined for another request. Rejects with the reason of the signal.
 */
export function takeEarly(address: unknown, signal?: AbortSignal | null): Promise<Response> | undefined {
  const answer = answers.get(String(address));
  if (!answer) return undefined;
  answers.delete(String(address));
  const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([answer, aborted]);
}
