/** How long requests are refused after an outage, before one of them tries again. */
const PAUSE_MILLISECONDS = 1_000;
/** How long the others wait for the one that tries. */
const TRIAL_MILLISECONDS = 2_000;

/** Refuses requests to a server that is away, so that callers don't each wait for it. */
export interface CircuitBreaker {
  /** Why a request must not be sent now; undefined if it may be sent. One at a time may after each pause. */
  reason(): string | undefined;
  /** A request has found the server away. */
  open(reason: string): void;
  /** The server has responded. */
  close(): void;
}

/** Opens a breaker that lets all requests through. `now` is a monotonic clock in milliseconds. */
export function openCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let outage: { readonly reason: string; readonly until: number } | undefined;
  return {
    reason: () => {
      if (outage === undefined) return undefined;
      if (now() < outage.until) return outage.reason;
      outage = { ...outage, until: now() + TRIAL_MILLISECONDS };
      return undefined;
    },
    open: (reason) => {
      outage = { reason, until: now() + PAUSE_MILLISECONDS };
    },
    close: () => {
      outage = undefined;
    },
  };
}
