import { isServiceError, type ServiceError } from '@asset-browsing-service/client';

/** Longest wait in seconds. Browsers run timers of more than 24 days at once. */
const LONGEST_WAIT = 86_400;

/** Repeats a request that a busy service has refused. */
export interface BusyRetry {
  /** If the service is busy, repeats the request after the time that it asks for. Replaces an earlier plan. */
  failed(error: unknown): void;
  /** Cancels the plan. */
  stop(): void;
}

/** True if the service refused a request because it is overloaded, or because the caller has sent too many. */
export function isBusy(error: unknown): error is ServiceError {
  return isServiceError(error) && (error.status === 429 || error.status === 503);
}

/** `again` is called once after each error of a busy service. `describeFailure` announces it to people. */
export function retryWhenBusy(again: () => void): BusyRetry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    failed: (error) => {
      stop();
      if (isBusy(error)) timer = setTimeout(again, 1000 * Math.min(LONGEST_WAIT, error.retryAfter ?? 1));
    },
    stop,
  };
}
