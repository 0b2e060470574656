import type { Config } from '../../config/settings.ts';
import { entryModule } from '../../platform/entry-module.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import type { filmCalls } from './film-calls.ts';

/**
 * One pool for each kind of work, so that a long conversion delays neither a film that plays as it is nor the pictures
 * of a player.
 */
export interface PlaybackPools extends AsyncDisposable {
  /** Probes; each takes a moment. */
  readonly probing: WorkerPool<typeof filmCalls>;
  /** Pictures that players show beside films; each takes seconds. */
  readonly drawing: WorkerPool<typeof filmCalls>;
  /** Conversions; each takes minutes. */
  readonly converting: WorkerPool<typeof filmCalls>;
}

/** Opens the pools. No process starts before the first film is requested. */
export function openPlaybackPools(
  { playback, render }: Pick<Config, 'playback'> & { readonly render: Pick<Config['render'], 'seconds' | 'queue'> },
  media: MediaTools | undefined,
): PlaybackPools {
  const module = entryModule('film-worker', import.meta.url);
  const common = { module, megabytes: playback.megabytes, env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) } };
  const probing = openPool<typeof filmCalls>({
    ...common,
    processes: 1,
    secondsPerJob: render.seconds,
    queue: render.queue,
  });
  const patient = { ...common, secondsPerJob: playback.seconds, queue: playback.queue };
  const drawing = openPool<typeof filmCalls>({ ...patient, processes: 1 });
  const converting = openPool<typeof filmCalls>({ ...patient, processes: playback.processes });
  return {
    probing,
    drawing,
    converting,
    async [Symbol.asyncDispose]() {
      await Promise.all([probing, drawing, converting].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
