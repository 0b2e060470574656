import type { Logger } from 'pino';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import type { DiskRoom } from '../../../core/src/platform/disk-room.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Pause between two entries of the log about a stale catalogue, in milliseconds. */
const STALE_LOG_MS = 60_000;

/** What `/ready` answers. */
interface ReadinessReport {
  /** `full`: ready for everything but conversions, because the disk has less than its reserve free. */
  readonly status: 'ready' | 'full' | 'draining' | 'stopping' | 'stale';
  /** The reason in one sentence; absent if the thread is ready. */
  readonly message?: string;
}

/**
 * Says whether a load balancer should send requests to this thread, and whether the thread answers those it gets. Each HTTP
 * thread follows the catalogue by itself, so `/ready` speaks for the thread that answers it; all learn of a stop at once.
 */
export interface Readiness {
  report(): Promise<ReadinessReport>;
  /** True once all requests but those of monitoring are refused. */
  isStopping(): boolean;
  /** From now on the thread isn't ready, but still answers. */
  drain(): void;
  /** From now on the thread refuses requests except those of monitoring. */
  stop(): void;
}

/**
 * Opens the readiness of a thread. A thread whose lag exceeds `maxLag` milliseconds is stale, and its requests wait or get
 * 503, because no answer is older. While it is, the failure is logged once a minute.
 */
export function openReadiness(
  { lag, failure }: Pick<Catalogue, 'lag' | 'failure'>,
  {
    maxLag,
    log,
    diskRoom = async () => undefined,
  }: {
    readonly maxLag: number;
    readonly log: Logger;
    /** Looks at the disk of the data folder. */
    diskRoom?(): Promise<DiskRoom | undefined>;
  },
): Readiness {
  const logStale = reportRarely((err) => log.warn({ err }, 'not ready: the catalogue is stale'), STALE_LOG_MS);
  let status: 'ready' | 'draining' | 'stopping' = 'ready';
  const fullness = (room: DiskRoom | undefined): ReadinessReport | undefined => {
    if (!room || room.free >= room.reserve) return undefined;
    const [free, reserve] = [room.free, room.reserve].map((bytes) => Math.floor(bytes / 2 ** 20));
    return {
      status: 'full',
      message: `the disk of the data folder has ${free} MiB free; ${reserve} MiB are its reserve`,
    };
  };
  return {
    report: async () => {
      if (status === 'stopping') return { status, message: 'the service is stopping' };
      if (status === 'draining') return { status, message: 'the service stops soon; send requests elsewhere' };
      if (lag() <= maxLag) return fullness(await diskRoom()) ?? { status };
      logStale(failure());
      const since = Number.isFinite(lag()) ? `for ${Math.round(lag())} ms` : 'since the start';
      return {
        status: 'stale',
        message: `the database has not confirmed ${since} that nothing is missing; ${maxLag} ms are allowed`,
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
