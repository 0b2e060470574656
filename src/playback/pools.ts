import type { Config } from '../config/settings.ts';
import { type MediaTools, toolsEnvironment } from '../media/tools.ts';
import { openPool, type WorkerPool } from '../processes/pool.ts';
import type { Answer, Job } from './jobs.ts';

/** Processes that look at films are apart from those that convert them, so that a long film doesn't hold up another that plays at once. */
export interface PlaybackPools extends AsyncDisposable {
  readonly looking: WorkerPool<Job, Answer>;
  readonly making: WorkerPool<Job, Answer>;
}

/** Starts no process before the first film. */
export function openPlaybackPools(
  { playback, render }: Pick<Config, 'playback' | 'render'>,
  media: MediaTools | undefined,
): PlaybackPools {
  const module = new URL('worker.ts', import.meta.url);
  const common = { module, megabytes: playback.megabytes, env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) } };
  const looking = openPool<Job, Answer>({
    ...common,
    processes: 1,
    secondsPerJob: render.seconds,
    queue: render.queue,
  });
  const making = openPool<Job, Answer>({
    ...common,
    processes: playback.processes,
    secondsPerJob: playback.seconds,
    queue: playback.queue,
  });
  return {
    looking,
    making,
    async [Symbol.asyncDispose]() {
      await Promise.all([looking[Symbol.asyncDispose](), making[Symbol.asyncDispose]()]);
    },
  };
}
