import { isServiceError } from '@asset-browsing-service/client';

/** How often a file is asked for again that the service still makes. The client waits some times before, too. */
const MOST_WAITS = 20;

/** Seconds to wait where the service says nothing. */
const USUAL_WAIT = 3;

/** Who waits for a file. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly waits?: () => unknown;
}

/**
 * Sends a request until the service has made the file, which takes minutes for films. Rejects with the error of any other
 * failure, with `not_ready` if it takes too long, or with the reason of the signal.
 */
export async function whenReady<T>(request: () => Promise<T>, { signal, waits }: Waiting): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!isServiceError(error) || error.code !== 'not_ready' || attempt >= MOST_WAITS) throw error;
      waits?.();
      await pauseSeconds(error.retryAfter ?? USUAL_WAIT, signal);
    }
  }
}

function pauseSeconds(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}
