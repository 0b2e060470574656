import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { CannotRender, type Renderer, RenderingLost } from '../ports/renderer.ts';
import { openPool, WorkerDied, WorkerTimeout } from '../processes/pool.ts';
import type { RenderAnswer, RenderJob } from '../renditions/draw.ts';

/** Counts changes of our own drawing that alter pictures. */
const REVISION = 2;

/** Limits of the render processes (configuration: `render`). */
export interface RenderLimits {
  /** 0: as many as cores. */
  readonly processes: number;
  /** Longest time for one picture. */
  readonly seconds: number;
  /** Most memory of one process. */
  readonly megabytes: number;
  /** Most pictures that wait for a process. */
  readonly queue: number;
}

/** Draws pictures in child processes with sharp and the decoders it lacks. Starts no process before the first picture. */
export function openSharpRenderer({ processes, seconds, megabytes, queue }: RenderLimits): Renderer {
  const pool = openPool<RenderJob, RenderAnswer>({
    module: new URL('../renditions/worker.ts', import.meta.url),
    processes: processes === 0 ? availableParallelism() : processes,
    secondsPerJob: seconds,
    queue,
    megabytes,
    // Freed pixels go back to the system instead of staying with each thread.
    env: { MALLOC_ARENA_MAX: '2' },
  });
  return {
    version: `${REVISION}/sharp-${sharpVersion()}`,
    async render(plan, source, { signal }) {
      const answer = await pool.run({ plan, source }, { signal }).catch((error: unknown) => {
        if (!(error instanceof WorkerDied || error instanceof WorkerTimeout)) throw error;
        throw new RenderingLost(error.message, { cause: error });
      });
      if ('cannot' in answer) throw new CannotRender(answer.cannot, answer.message);
      return answer;
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** From the package's own description: the library itself is loaded by render processes alone. */
function sharpVersion(): string {
  const main = import.meta.resolve('sharp');
  const folder = main.slice(0, main.lastIndexOf('/node_modules/sharp/') + '/node_modules/sharp/'.length);
  const description: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error('the package sharp has no version');
  }
  return String(description.version);
}
