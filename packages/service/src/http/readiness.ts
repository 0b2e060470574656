/** What `/ready` answers. */
export interface ReadinessReport {
  readonly status: 'ready' | 'draining' | 'stopping' | 'stale';
  /** The reason in one sentence; absent if the thread is ready. */
  readonly message?: string;
}

/**
 * Says whether a load balancer should send requests to this thread, and whether the thread answers those it gets. Each HTTP
 * thread follows the catalogue by itself, so `/ready` speaks for the thread that answers it; all learn of a stop at once.
 */
export interface Readiness {
  report(): ReadinessReport;
  /** True while answers may be older than the settings promise. */
  isStale(): boolean;
  /** True once all requests but those for health and readiness are refused. */
  isStopping(): boolean;
  /** From now on the thread isn't ready, but still answers. */
  drain(): void;
  /** From now on the thread refuses requests except those for health and readiness. */
  stop(): void;
}

/** Headers of an answer that may be outdated: RFC 7234 has the warning, and caches must not make it last longer. */
export const STALE_HEADERS: Readonly<Record<string, string>> = {
  warning: '110 - "Response is Stale"',
  'cache-control': 'no-store',
};

/**
 * Opens the readiness of a thread. `lag` is the time in milliseconds since the store confirmed that this thread has every
 * commit; a thread whose lag exceeds `mostLag` is stale.
 */
export function openReadiness({ lag, mostLag }: { lag(): number; readonly mostLag: number }): Readiness {
  let status: 'ready' | 'draining' | 'stopping' = 'ready';
  const isStale = () => lag() > mostLag;
  return {
    report: () => {
      if (status === 'stopping') return { status, message: 'the service is stopping' };
      if (status === 'draining') return { status, message: 'the service stops soon; send requests elsewhere' };
      if (!isStale()) return { status };
      const allowed = `catalogue.lagMilliseconds allows ${mostLag} ms`;
      const since = Number.isFinite(lag()) ? `for ${Math.round(lag())} ms` : 'since the start';
      return {
        status: 'stale',
        message: `the database has not confirmed ${since} that nothing is missing; ${allowed}`,
      };
    },
    isStale,
    isStopping: () => status === 'stopping',
    drain: () => {
      if (status === 'ready') status = 'draining';
    },
    stop: () => {
      status = 'stopping';
    },
  };
}
