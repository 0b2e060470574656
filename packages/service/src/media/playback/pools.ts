import type { Config } from '../../config/settings.ts';
import { entryModule } from '../../platform/entry-module.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import type { FilmJob, FilmResult } from './jobs.ts';

/**
 * One pool for each kind of work, so that a long conversion delays neither a film that plays as it is nor the pictures
 * of a player.
 */
export interface PlaybackPools extends AsyncDisposable {
  /** Probes; each takes a moment. */
  readonly looking: WorkerPool<FilmJob, FilmResult>;
  /** Pictures that players show beside films; each takes seconds. */
  readonly drawing: WorkerPool<FilmJob, FilmResult>;
  /** Conversions; each takes minutes. */
  readonly making: WorkerPool<FilmJob, FilmResult>;
}

/** Opens the pools. No process starts before the first film is requested. */
export function openPlaybackPools(
  { playback, render }: Pick<Config, 'playback'> & { readonly render: Pick<Config['render'], 'seconds' | 'queue'> },
  media: MediaTools | undefined,
): PlaybackPools {
  const module = entryModule('film-worker', import.meta.url);
  const common = { module, megabytes: playback.megabytes, env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) } };
  const looking = openPool<FilmJob, FilmResult>({
    ...common,
    processes: 1,
    secondsPerJob: render.seconds,
    queue: render.queue,
  });
  const patient = { ...common, secondsPerJob: playback.seconds, queue: playback.queue };
  const drawing = openPool<FilmJob, FilmResult>({ ...patient, processes: 1 });
  const making = openPool<FilmJob, FilmResult>({ ...patient, processes: playback.processes });
  return {
    looking,
    drawing,
    making,
    async [Symbol.asyncDispose]() {
      await Promise.all([looking, drawing, making].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
