/** Whether a service refuses requests because it is busy. The client repeats them, so callers do not see it. */
export interface ServiceLoad {
  /**
   * Seconds that the service asked to wait. Undefined if no request waits: it was answered or aborted meanwhile, or its time is
   * over.
   */
  readonly busySeconds: number | undefined;
}

/** What gives answers to requests that a page has sent early. */
export const EARLY: { take?: (address: unknown, signal?: AbortSignal | null) => Promise<Response> | undefined } = {};

/** Milliseconds for which a refusal is kept after its wait, so that the repeated request can be answered. */
const GRACE = 1000;

/** Returns the load of a service, and the `fetch` by which it is observed. */
export function openServiceLoad(): ServiceLoad & { readonly fetch: typeof fetch } {
  /** The last refusal by address, because other requests that were sent at the same time may succeed. */
  const refused = new Map<
    unknown,
    { readonly seconds: number; readonly until: number; readonly signal?: AbortSignal | null | undefined }
  >();
  return {
    get busySeconds() {
      for (const [address, { seconds, until, signal }] of refused)
        if (Date.now() < until && !signal?.aborted) return seconds;
        else refused.delete(address);
      return undefined;
    },
    fetch: async (address, init) => {
      const response = await (EARLY.take?.(address, init?.signal) ?? fetch(address, init));
      const { status, headers } = response;
      const seconds = Number(headers.get('retry-after')) || 1;
      refused.delete(address);
      if (status === 429 || status === 503)
        refused.set(address, { seconds, until: Date.now() + 1000 * seconds + GRACE, signal: init?.signal });
      return response;
    },
  };
}
