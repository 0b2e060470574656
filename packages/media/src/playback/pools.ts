import { entryModule } from '../../../core/src/platform/entry-module.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { WorkerPool, type WorkLimits } from '../workers/pool.ts';
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
  { playback, render }: { readonly playback: WorkLimits; readonly render: Pick<WorkLimits, 'seconds' | 'queue'> },
  media: MediaTools | undefined,
): PlaybackPools {
  const module = entryModule('film-worker', import.meta.url);
  const common = { module, megabytes: playback.megabytes, env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) } };
  const open = (processes: number, { seconds, queue }: { readonly seconds: number; readonly queue: number }) =>
    stack.use(new WorkerPool<typeof filmCalls>({ ...common, processes, secondsPerJob: seconds, queue }));
  const stack = new AsyncDisposableStack();
  return {
    probing: open(1, render),
    drawing: open(1, playback),
    converting: open(playback.processes, playback),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
