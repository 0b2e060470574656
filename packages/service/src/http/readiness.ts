/** What `/ready` answers. */
export interface ReadinessReport {
  readonly status: 'ready' | 'draining' | 'stopping' | 'stale';
  /** One sentence if the node is not ready. */
  readonly message?: string;
}

/** Says whether a load balancer should send requests to this node, and whether the node answers those it gets. */
export interface Readiness {
  report(): ReadinessReport;
  /** True while answers may be older than the settings promise. */
  isStale(): boolean;
  /** True once all requests but those for health and readiness are refused. */
  isStopping(): boolean;
  /** From now on the node isn't ready, but still answers. */
  drain(): void;
  /** From now on the node refuses requests. */
  stop(): void;
}

/** Headers of an answer that may be outdated: RFC 7234 has the warning, and caches must not make it last longer. */
export const STALE_HEADERS: Readonly<Record<string, string>> = {
  warning: '110 - "Response is Stale"',
  'cache-control': 'no-store',
};

/**
 * Opens the readiness of a node. `lag` is the time in milliseconds since the store confirmed that this node has every
 * commit; a node whose lag exceeds `mostLag` is stale.
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
