/** What a service says of its load by its latest answer, also while a request that it has refused is being repeated. */
export interface ServiceLoad {
  /** Seconds that it has just asked to wait, because it is busy; undefined if it has answered since, or the time is over. */
  readonly busySeconds: number | undefined;
}

/** Milliseconds that the answer to a repeated request may need before the one to the first is forgotten. */
const GRACE = 1000;

/** Opens the load of a service that is asked by the `fetch` that comes with it. */
export function openServiceLoad(): ServiceLoad & { readonly fetch: typeof fetch } {
  let seconds = 0;
  let until = 0;
  return {
    get busySeconds() {
      return Date.now() < until ? seconds : undefined;
    },
    fetch: async (...request) => {
      const response = await fetch(...request);
      const { status, headers } = response;
      seconds = Number(headers.get('retry-after')) || 1;
      until = status === 429 || status === 503 ? Date.now() + 1000 * seconds + GRACE : 0;
      return response;
    },
  };
}
