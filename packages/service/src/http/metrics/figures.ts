/** Metrics other than those of requests. */
import { readdirSync } from 'node:fs';
import { memoryUsage } from 'node:process';
import type { DiskRoom } from '../../../../core/src/platform/disk-room.ts';
import type { S3Counts } from '../../../../core/src/platform/s3/s3-counts.ts';
import type { PoolState } from '../../../../media/src/workers/pool.ts';
import type { DatabaseState } from '../../catalogue/database-state.ts';
import type { ResponseCacheFigures } from '../response-cache/response-cache.ts';
import type { ResultCacheFigures } from '../response-cache/result-cache.ts';
import { type Figure, figure, highest } from './metrics.ts';

const QUEUE_LENGTH = 'Waiting jobs, or requests.';

const CLOCK = 'Clock of a store minus that of this machine.';

export function threadFigures({
  results,
  responses,
  computed,
  waiting,
  refused,
  unsentBytes,
  slowDisconnected,
  database,
  stores,
  revision,
  lagMilliseconds,
}: {
  readonly results: ResultCacheFigures;
  readonly responses: ResponseCacheFigures;
  readonly computed: number;
  /** Requests that have not started yet. */
  readonly waiting: number;
  readonly refused: number;
  /** Memory of answers that callers have not taken yet. */
  readonly unsentBytes: number;
  /** Slow callers that were disconnected to free memory. */
  readonly slowDisconnected: number;
  /** Undefined for a catalogue in the data folder. */
  readonly database: DatabaseState | undefined;
  readonly stores: CountsByStore;
  /** The last revision of the catalogue that the thread has read; undefined before the first. */
  readonly revision: number | undefined;
  /** As `Catalogue.lag`. */
  readonly lagMilliseconds: number;
}): readonly Figure[] {
  return [
    figure('abs_result_cache_hits_total', results.hits, 'Results found in the cache.'),
    figure('abs_result_cache_misses_total', results.misses, 'Results not found in the cache.'),
    figure('abs_result_cache_entries', results.entries, 'Results in the cache.'),
    figure('abs_result_cache_bytes', results.bytes, 'Memory of the results in the cache.'),
    figure('abs_results_computed_total', computed, 'Results computed.'),
    ...responseCacheFigures(responses),
    figure('abs_queue_length', waiting, QUEUE_LENGTH, { queue: 'requests' }),
    figure('abs_requests_refused_total', refused, 'Requests refused for overload.'),
    figure('abs_unsent_bytes', unsentBytes, 'Memory of answers that callers have not taken.'),
    figure('abs_slow_callers_cut_total', slowDisconnected, 'Slow callers that were disconnected.'),
    figure('abs_heap_bytes', memoryUsage().heapUsed, 'JavaScript heap of HTTP threads.'),
    ...(database ? databaseFigures(database) : []),
    ...storeFigures(stores),
    ...(revision === undefined ? [] : [highest('abs_catalogue_revision', revision, 'Changes committed so far.')]),
    highest(
      'abs_catalogue_lag_seconds',
      lagMilliseconds / 1000,
      'Time since the database confirmed that this node has every change.',
    ),
  ];
}

function databaseFigures({ used, idle, waiting, answered, seconds, failed }: DatabaseState): readonly Figure[] {
  const connections = 'Connections of HTTP threads to the database.';
  return [
    figure('abs_database_connections', used, connections, { state: 'used' }),
    figure('abs_database_connections', idle, connections, { state: 'idle' }),
    figure('abs_database_waiting', waiting, 'Statements that wait for a connection.'),
    figure('abs_database_answered_total', answered, 'Statements answered.'),
    figure('abs_database_seconds_total', seconds, 'Time of statements, with waiting.'),
    figure('abs_database_failed_total', failed, 'Statements failed.'),
  ];
}

/** Requests to S3 and OpenSearch by what is stored there. */
type CountsByStore = Readonly<Record<string, S3Counts>>;

function storeFigures(stores: CountsByStore): readonly Figure[] {
  return Object.entries(stores).flatMap(([store, { requests, seconds, failed }]) => [
    figure('abs_store_requests_total', requests, 'Requests to the S3 server, or to OpenSearch, with repetitions.', {
      store,
    }),
    figure('abs_store_seconds_total', seconds, 'Time until their answers began.', { store }),
    figure('abs_store_failed_total', failed, 'Requests that it did not serve.', { store }),
  ]);
}

function responseCacheFigures({ entries, bytes }: ResponseCacheFigures): readonly Figure[] {
  return [
    figure('abs_response_cache_entries', entries, 'URLs in the response cache.'),
    figure('abs_response_cache_bytes', bytes, 'Memory of the response cache.'),
  ];
}

/** State of what exists once per process. Plain data, because it is sent between threads. */
export interface ProcessState {
  /** Queues of work for child processes. */
  readonly queues: Readonly<Record<string, PoolState>>;
  /** Revision that the search index has reached, and its memory; undefined before it is built. */
  readonly index: { readonly revision: number; readonly bytes?: number } | undefined;
  /** Undefined if nodes share nothing but stores. */
  readonly coordination: { readonly isReachable: boolean; readonly failed: number } | undefined;
  /** Clock of each server that holds stores minus that of this machine, in seconds; those that were read last. */
  readonly clocks: Readonly<Record<string, number>>;
  /** Of the disk of the data folder; undefined if it has no figures. */
  readonly disk: DiskRoom | undefined;
  /** Requests of threads that don't answer, such as those that fetch originals for decoders. */
  readonly stores: readonly CountsByStore[];
}

/** Returns the figures of the server over which nodes agree; none without such a server. */
function coordinationFigures(state: ProcessState['coordination']): readonly Figure[] {
  if (state === undefined) return [];
  return [
    figure('abs_coordination_reachable', state.isReachable ? 1 : 0, '1 while Redis answers in time, else 0.'),
    figure(
      'abs_coordination_failed_total',
      state.failed,
      'Commands that Redis did not answer in time, without those of limits.',
    ),
  ];
}

/** Returns the figures of a snapshot. `revision` is the catalogue's, read before the snapshot. */
export function sharedFigures(
  { queues, index, coordination, clocks, disk, stores }: ProcessState,
  revision: number,
): readonly Figure[] {
  return [
    ...coordinationFigures(coordination),
    ...Object.entries(clocks).map(([server, seconds]) =>
      figure('abs_clock_difference_seconds', seconds, CLOCK, { server }),
    ),
    ...(disk
      ? [
          figure('abs_disk_free_bytes', disk.free, 'Free space on the disk of the data.'),
          figure('abs_disk_reserve_bytes', disk.reserve, 'What derived files leave free of it.'),
        ]
      : []),
    ...stores.flatMap(storeFigures),
    ...Object.entries(queues).flatMap(([queue, { waiting, busy, processes }]) => [
      figure('abs_queue_length', waiting, QUEUE_LENGTH, { queue }),
      figure('abs_processes_busy', busy, 'Child processes at work.', { queue }),
      figure('abs_processes_most', processes, 'Child processes that may work at a time.', { queue }),
    ]),
    ...(index === undefined
      ? []
      : [
          figure(
            'abs_index_lag_revisions',
            Math.max(0, revision - index.revision),
            'Changes that the search index lacks.',
          ),
          ...(index.bytes === undefined ? [] : [figure('abs_index_bytes', index.bytes, 'Memory of the search index.')]),
        ]),
  ];
}

/** Returns the figures of the process, all its threads together. */
export function processFigures(): readonly Figure[] {
  return [
    figure('process_resident_memory_bytes', memoryUsage.rss(), 'Resident memory of the process.'),
    figure('process_open_fds', openFiles(), 'Open files and sockets of the process.'),
    figure('process_uptime_seconds', process.uptime(), 'Time since the process began.'),
    figure('process_cpu_seconds_total', cpuSeconds(), 'Processor time of the process.'),
  ];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Only Linux has this folder; NaN elsewhere. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return Number.NaN;
  }
}
