import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PictureJob } from './picture-job.ts';

/** Maximum number of drawing threads; more would only compete for memory. */
const MAX_THREADS = 4;

/**
 * Makes all picture files below `directory` on all cores. Calls `onDone` after each file. Rejects with the first
 * problem.
 */
export async function makePictures(
  jobs: readonly PictureJob[],
  directory: string,
  signal: AbortSignal,
  onDone: () => void,
): Promise<void> {
  const waiting = jobs.values();
  const program = new URL(`picture-worker${extname(import.meta.url)}`, import.meta.url);
  // One more thread than cores, so that another one draws while one waits for its encoder.
  const threads = Math.min(MAX_THREADS, availableParallelism() + 1);
  const workers = Array.from({ length: threads }, () => new Worker(program, { workerData: { directory } }));
  const drain = async (worker: Worker): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      signal.throwIfAborted();
      worker.postMessage(next.value);
      const [problem] = await once(worker, 'message', { signal });
      if (problem !== '') throw new Error(`could not draw ${next.value.path}: ${problem}`);
      onDone();
    }
  };
  try {
    await Promise.all(workers.map(drain));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
