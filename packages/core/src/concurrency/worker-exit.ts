import type { Worker } from 'node:worker_threads';

/** Resolves with the error that ended the thread, if any. Call it right after the start, or it may miss the exit. */
export function exitOf(worker: Worker): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    worker.on('error', (error) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
    worker.once('exit', () => resolve(failure));
  });
}
