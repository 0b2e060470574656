/** How long requests are refused after an outage, before one of them tries again. */
const PAUSE_MILLISECONDS = 1_000;
/** How long the others wait for the one that tries. */
const TRIAL_MILLISECONDS = 2_000;

/** Refuses requests to a server that is away, so that callers don't each wait for it. Lets all through at first. */
export class CircuitBreaker {
  readonly #now: () => number;
  #outage: { readonly reason: string; readonly until: number } | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Why a request must not be sent now; undefined if it may be sent. One at a time may after each pause. */
  reason(): string | undefined {
    if (this.#outage === undefined) return undefined;
    if (this.#now() < this.#outage.until) return this.#outage.reason;
    this.#outage = { ...this.#outage, until: this.#now() + TRIAL_MILLISECONDS };
    return undefined;
  }

  /** A request has found the server away. */
  open(reason: string): void {
    this.#outage = { reason, until: this.#now() + PAUSE_MILLISECONDS };
  }

  /** The server has responded. */
  close(): void {
    this.#outage = undefined;
  }
}
