import type { Worker } from 'node:worker_threads';

/**
 * Resolves when a thread has ended, with the error that ended it if there was one; never rejects. To be called where the thread
 * is started: an end that came before can't be waited for.
 */
export function endOf(worker: Worker): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    worker.on('error', (error) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
    worker.once('exit', () => resolve(failure));
  });
}
