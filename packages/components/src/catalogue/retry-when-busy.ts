import { isServiceError, type ServiceError } from '@asset-browsing-service/client';

/** Longest wait in seconds. Timers of browsers end at once if they are longer than 24 days. */
const LONGEST_WAIT = 86_400;

/** Tries again what a busy service has refused. */
export interface BusyRetry {
  /** If the error says that the service is busy, tries again as soon as it asks to; replaces an earlier plan to. */
  failed(error: unknown): void;
  /** Does not try again. */
  stop(): void;
}

/** True if the service refused a request because it has too much to do, or the caller has sent too many. */
export function isBusy(error: unknown): error is ServiceError {
  return isServiceError(error) && (error.status === 429 || error.status === 503);
}

/** Opens what calls `again` once after each error of a busy service. `describeFailure` announces it to people. */
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
