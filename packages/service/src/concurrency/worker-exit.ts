import type { Worker } from 'node:worker_threads';

/**
 * Resolves when the worker thread has exited, with the error that ended it if there was one; never rejects. Call it
 * right after starting the worker, because it misses an earlier exit.
 */
export function exitOf(worker: Worker): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    worker.on('error', (error) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
    worker.once('exit', () => resolve(failure));
  });
}
