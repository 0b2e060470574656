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
 *
 * A thread whose lag exceeds `maxLag` milliseconds is stale: its requests wait or get 503, because no answer may be older. While it
 * is, the failure is logged once a minute.
 */
export class Readiness {
  readonly #catalogue: Pick<Catalogue, 'lag' | 'failure'>;
  readonly #maxLag: number;
  readonly #logStale: (error: unknown) => void;
  readonly #diskRoom: () => Promise<DiskRoom | undefined>;
  #status: 'ready' | 'draining' | 'stopping' = 'ready';

  /** `diskRoom` looks at the disk of the data folder. */
  constructor(
    catalogue: Pick<Catalogue, 'lag' | 'failure'>,
    options: { readonly maxLag: number; readonly log: Logger; diskRoom(): Promise<DiskRoom | undefined> },
  ) {
    const { maxLag, log, diskRoom } = options;
    this.#catalogue = catalogue;
    this.#maxLag = maxLag;
    this.#logStale = reportRarely((err) => log.warn({ err }, 'not ready: the catalogue is stale'), STALE_LOG_MS);
    this.#diskRoom = diskRoom;
  }

  /** True once all requests but those of monitoring are refused. */
  get isStopping(): boolean {
    return this.#status === 'stopping';
  }

  async report(): Promise<ReadinessReport> {
    const status = this.#status;
    if (status === 'stopping') return { status, message: 'the service is stopping' };
    if (status === 'draining') return { status, message: 'the service stops soon; send requests elsewhere' };
    const { lag, failure } = this.#catalogue;
    if (lag() <= this.#maxLag) return fullness(await this.#diskRoom()) ?? { status };
    this.#logStale(failure());
    const since = Number.isFinite(lag()) ? `for ${Math.round(lag())} ms` : 'since the start';
    const message = `the database has not confirmed ${since} that nothing is missing; ${this.#maxLag} ms are allowed`;
    return { status: 'stale', message };
  }

  /** From now on the thread isn't ready, but still answers. */
  drain(): void {
    if (this.#status === 'ready') this.#status = 'draining';
  }

  /** From now on the thread refuses requests except those of monitoring. */
  stop(): void {
    this.#status = 'stopping';
  }
}

function fullness(room: DiskRoom | undefined): ReadinessReport | undefined {
  if (!room || room.free >= room.reserve) return undefined;
  const [free, reserve] = [room.free, room.reserve].map((bytes) => Math.floor(bytes / 2 ** 20));
  return {
    status: 'full',
    message: `the disk of the data folder has ${free} MiB free; ${reserve} MiB are its reserve`,
  };
}
