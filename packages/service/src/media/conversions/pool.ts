import { availableParallelism } from 'node:os';
import type { Config } from '../../config/settings.ts';
import { entryModule } from '../../platform/entry-module.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import type { conversionCalls } from './conversion-calls.ts';

/**
 * Opens a pool just for conversions, so that large pictures for downloads do not delay pages. No process starts before
 * the first conversion.
 */
export function openConversionPool(
  { processes, seconds, megabytes, queue }: Config['conversion'],
  media: MediaTools | undefined,
): WorkerPool<typeof conversionCalls> {
  return openPool({
    module: entryModule('conversion-worker', import.meta.url),
    processes: processes || availableParallelism(),
    secondsPerJob: seconds,
    queue,
    megabytes,
    // Makes the allocator return freed pixels to the system instead of keeping them for each thread.
    env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) },
  });
}
