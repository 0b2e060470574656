import type { JobMessage, WorkerError, WorkerMessage } from './messages.ts';

/**
 * Serves the jobs of a pool, one at a time; a worker module calls it last. An error thrown by `handle` reaches the
 * caller of `run`. When the parent exits, the worker kills itself and every process it has started.
 */
export function serveJobs<Job, Result>(handle: (job: Job) => Promise<Result>): void {
  if (process.send === undefined) throw new Error('a worker module is started by a pool, not by hand');
  process.on('disconnect', endWithDescendants);
  process.on('message', (message: JobMessage<Job>) => {
    handle(message.job).then(
      (result) => answer({ kind: 'result', result, rssBytes: process.memoryUsage.rss() }),
      (error: unknown) => answer(failure(error)),
    );
  });
  answer({ kind: 'ready' });
}

function answer(message: WorkerMessage<unknown>): void {
  try {
    process.send?.(message);
  } catch (error) {
    // A result that can't be serialised must still produce a response, or the job would never settle.
    process.send?.(failure(error));
  }
}

function failure(error: unknown): WorkerMessage<never> {
  return { kind: 'error', error: describe(error), rssBytes: process.memoryUsage.rss() };
}

function describe(error: unknown): WorkerError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
  };
}

function endWithDescendants(): void {
  try {
    // The pool makes each worker the leader of its own process group, so this kills its descendants too.
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit();
  }
}
