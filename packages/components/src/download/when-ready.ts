import { isServiceError } from '@asset-browsing-service/client';

/** How often to ask again for a file that the service is still making. Before each time, the client itself retries. */
const MAX_WAITS = 20;

/** Seconds to wait if the service does not say how long. */
const DEFAULT_WAIT_SECONDS = 3;

/** How to wait for a file. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly waits?: () => unknown;
}

/**
 * Sends a request again until the service has made the file, which may take minutes for a video. Rejects with the error of any
 * other failure, with `not_ready` if it takes too long, or with the reason of the signal.
 */
export async function whenReady<T>(request: () => Promise<T>, { signal, waits }: Waiting): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!isServiceError(error) || error.code !== 'not_ready' || attempt >= MAX_WAITS) throw error;
      waits?.();
      await pauseSeconds(error.retryAfter ?? DEFAULT_WAIT_SECONDS, signal);
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
