import type { Config } from '../../config/settings.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import type { Answer, Job } from './jobs.ts';

/** A line for each kind of work, so that a long film holds up neither one that plays at once nor the pictures of any player. */
export interface PlaybackPools extends AsyncDisposable {
  /** Moments. */
  readonly looking: WorkerPool<Job, Answer>;
  /** Seconds: what players show beside films. */
  readonly drawing: WorkerPool<Job, Answer>;
  /** Minutes. */
  readonly making: WorkerPool<Job, Answer>;
}

/** Starts no process before the first film. */
export function openPlaybackPools(
  { playback, render }: Pick<Config, 'playback'> & { readonly render: Pick<Config['render'], 'seconds' | 'queue'> },
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
  const patient = { ...common, secondsPerJob: playback.seconds, queue: playback.queue };
  const drawing = openPool<Job, Answer>({ ...patient, processes: 1 });
  const making = openPool<Job, Answer>({ ...patient, processes: playback.processes });
  return {
    looking,
    drawing,
    making,
    async [Symbol.asyncDispose]() {
      await Promise.all([looking, drawing, making].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
