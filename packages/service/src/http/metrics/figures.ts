/** Metrics other than those of requests. */
import { readdirSync } from 'node:fs';
import { memoryUsage } from 'node:process';
import type { PoolState } from '../../media/workers/pool.ts';
import type { ResponseCacheFigures } from '../response-cache/response-cache.ts';
import type { ResultCacheFigures } from '../response-cache/result-cache.ts';
import type { Figure } from './metrics.ts';

const QUEUE_LENGTH = 'Waiting jobs for a child process, waiting requests of a thread.';

/** Returns the figures of one thread. */
export function threadFigures({
  results,
  responses,
  computed,
  waiting,
  refused,
  unsentBytes,
  slowDisconnected,
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
}): readonly Figure[] {
  return [
    { name: 'abs_result_cache_hits_total', help: 'Results found in the cache.', value: results.hits },
    { name: 'abs_result_cache_misses_total', help: 'Results not found in the cache.', value: results.misses },
    { name: 'abs_result_cache_entries', help: 'Results in the cache.', value: results.entries },
    { name: 'abs_result_cache_bytes', help: 'Memory of the results in the cache.', value: results.bytes },
    { name: 'abs_results_computed_total', help: 'Results that had to be computed.', value: computed },
    ...responseCacheFigures(responses),
    { name: 'abs_queue_length', labels: labelsOf('requests'), help: QUEUE_LENGTH, value: waiting },
    { name: 'abs_requests_refused_total', help: 'Requests refused because the thread was overloaded.', value: refused },
    { name: 'abs_unsent_bytes', help: 'Memory of answers that callers have not taken yet.', value: unsentBytes },
    {
      name: 'abs_slow_callers_cut_total',
      help: 'Slow callers that were disconnected to free memory for others.',
      value: slowDisconnected,
    },
    { name: 'abs_heap_bytes', help: 'JavaScript heap in use of threads that answer.', value: memoryUsage().heapUsed },
  ];
}

/** Each figure has its name, and the one of the version before as an alias (docs/operations.md). */
function responseCacheFigures({ hits, entries, bytes }: ResponseCacheFigures): readonly Figure[] {
  const figures = [
    {
      names: ['abs_response_cache_hits_total', 'abs_repeated_answers_total'],
      help: 'Responses found in the cache by URL.',
      value: hits,
    },
    {
      names: ['abs_response_cache_entries', 'abs_repeated_entries'],
      help: 'URLs in the response cache.',
      value: entries,
    },
    { names: ['abs_response_cache_bytes', 'abs_repeated_bytes'], help: 'Memory of the response cache.', value: bytes },
  ];
  return figures.flatMap(({ names, ...figure }) => names.map((name) => ({ name, ...figure })));
}

/** Labels of a queue; `line` is the name of the version before. */
function labelsOf(queue: string): Readonly<Record<string, string>> {
  return { queue, line: queue };
}

/** State of what exists once per process. Plain data, because it is sent between threads. */
export interface ProcessState {
  /** Queues of work for child processes. */
  readonly queues: Readonly<Record<string, PoolState>>;
  /** Revision that the search index has reached, and its memory; undefined before it is built. */
  readonly index: { readonly revision: number; readonly bytes: number } | undefined;
  /** Undefined if nodes share nothing but stores. */
  readonly coordination: { readonly isReachable: boolean; readonly failed: number } | undefined;
}

/** Returns the figures of the server over which nodes agree; none without such a server. */
function coordinationFigures(state: ProcessState['coordination']): readonly Figure[] {
  if (state === undefined) return [];
  return [
    {
      name: 'abs_coordination_reachable',
      help: '1 while Redis answers in time; 0 while limits hold in this node alone.',
      value: state.isReachable ? 1 : 0,
    },
    {
      name: 'abs_coordination_failed_total',
      help: 'Commands that Redis did not answer in time; limits of requests are not among them.',
      value: state.failed,
    },
  ];
}

/** Returns the figures of a snapshot. `revision` is the catalogue's, read before the snapshot. */
export function sharedFigures({ queues, index, coordination }: ProcessState, revision: number): readonly Figure[] {
  return [
    ...coordinationFigures(coordination),
    ...Object.entries(queues).flatMap(([queue, { waiting, busy, processes }]) => [
      { name: 'abs_queue_length', labels: labelsOf(queue), help: QUEUE_LENGTH, value: waiting },
      { name: 'abs_processes_busy', labels: labelsOf(queue), help: 'Child processes at work.', value: busy },
      {
        name: 'abs_processes_most',
        labels: labelsOf(queue),
        help: 'Child processes that may work at a time.',
        value: processes,
      },
    ]),
    ...(index === undefined
      ? []
      : [
          {
            name: 'abs_index_lag_revisions',
            help: 'Changes that the search index has not taken over yet.',
            value: Math.max(0, revision - index.revision),
          },
          { name: 'abs_index_bytes', help: 'Memory of the search index, shared by all threads.', value: index.bytes },
        ]),
  ];
}

/** Returns the figures of the process, all its threads together. */
export function processFigures(): readonly Figure[] {
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      value: memoryUsage.rss(),
    },
    { name: 'process_open_fds', help: 'Open files and sockets of the process.', value: openFiles() },
    { name: 'process_uptime_seconds', help: 'Time since the process began.', value: process.uptime() },
    { name: 'process_cpu_seconds_total', help: 'Processor time of the process.', value: cpuSeconds() },
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
