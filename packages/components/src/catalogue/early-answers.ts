/** Milliseconds after which an early answer may be out of date. */
const FRESH = 10_000;

const answers = new Map<string, Promise<Response>>();

/**
 * Asks a service for what elements will ask it for with the same address, while they are still loading. `first` gets the answer
 * before them: one that had it earlier would ask for what follows from it, too, and another try would get the second answer.
 */
export function askEarly(address: string, first?: (answer: Response) => Promise<unknown>): void {
  const answer = fetch(address).then(async (response) => {
    await first?.(response).catch(() => {});
    return response;
  });
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
