import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { reportRarely } from '../concurrency/report-rarely.ts';

/** Pause between two entries of the log about a stale catalogue, in milliseconds. */
const STALE_LOG_MS = 60_000;

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
  /** True once all requests but those of monitoring are refused. */
  isStopping(): boolean;
  /** From now on the thread isn't ready, but still answers. */
  drain(): void;
  /** From now on the thread refuses requests except those of monitoring. */
  stop(): void;
}

/**
 * Opens the readiness of a thread. A thread whose lag exceeds `mostLag` milliseconds is stale, and its requests wait or get
 * 503, because no answer is older. While it is, the failure is logged once a minute.
 */
export function openReadiness(
  { lag, failure }: Pick<Catalogue, 'lag' | 'failure'>,
  { mostLag, log }: { readonly mostLag: number; readonly log: Logger },
): Readiness {
  const logStale = reportRarely((err) => log.warn({ err }, 'not ready: the catalogue is stale'), STALE_LOG_MS);
  let status: 'ready' | 'draining' | 'stopping' = 'ready';
  return {
    report: () => {
      if (status === 'stopping') return { status, message: 'the service is stopping' };
      if (status === 'draining') return { status, message: 'the service stops soon; send requests elsewhere' };
      if (lag() <= mostLag) return { status };
      logStale(failure());
      const since = Number.isFinite(lag()) ? `for ${Math.round(lag())} ms` : 'since the start';
      return {
        status: 'stale',
        message: `the database has not confirmed ${since} that nothing is missing; ${mostLag} ms are allowed`,
      };
    },
    isStopping: () => status === 'stopping',
    drain: () => {
      if (status === 'ready') status = 'draining';
    },
    stop: () => {
      status = 'stopping';
    },
  };
}
