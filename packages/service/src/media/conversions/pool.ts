import { availableParallelism } from 'node:os';
import type { Config } from '../../config/settings.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import type { ConversionAnswer, ConversionJob } from './jobs.ts';

/** A line of its own, so that large pictures for downloads hold up no page. Starts no process before the first conversion. */
export function openConversionPool(
  { processes, seconds, megabytes, queue }: Config['conversion'],
  media: MediaTools | undefined,
): WorkerPool<ConversionJob, ConversionAnswer> {
  return openPool({
    module: new URL('worker.ts', import.meta.url),
    processes: processes || availableParallelism(),
    secondsPerJob: seconds,
    queue,
    megabytes,
    // Freed pixels go back to the system instead of staying with each thread.
    env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) },
  });
}
