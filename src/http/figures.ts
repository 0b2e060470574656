/** Figures that are told beside the requests. */
import { readdirSync } from 'node:fs';
import type { ResultCacheFigures } from '../ports/result-cache.ts';
import type { Figure } from './metrics.ts';

/** Of one thread. */
export function threadFigures(
  { hits, misses, entries, bytes }: ResultCacheFigures,
  { refused }: { readonly refused: number },
): readonly Figure[] {
  return [
    { name: 'abs_result_cache_hits_total', help: 'Results found in the cache.', value: hits },
    { name: 'abs_result_cache_misses_total', help: 'Results not found in the cache.', value: misses },
    { name: 'abs_result_cache_entries', help: 'Results in the cache.', value: entries },
    { name: 'abs_result_cache_bytes', help: 'Memory of the results in the cache.', value: bytes },
    { name: 'abs_requests_refused_total', help: 'Requests turned away because too many came at once.', value: refused },
  ];
}

/** Of the process, all its threads together. */
export function processFigures(): readonly Figure[] {
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      value: process.memoryUsage.rss(),
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

/** Where the system tells: Linux alone does. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return Number.NaN;
  }
}
