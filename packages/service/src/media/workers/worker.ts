import { flushCompileCache } from 'node:module';
import type { JobMessage, WorkerError, WorkerMessage } from './messages.ts';

/**
 * Answers the jobs of a pool, one at a time; the last thing a worker module calls.
 * What `handle` throws reaches the caller of `run`. The process ends with everything it has started when the parent is gone.
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
    // A result that can't be copied to another process must not leave the job without an answer.
    process.send?.(failure(error));
  }
  // A worker is ended by SIGKILL and so never writes down what it has compiled; but in tests nothing happens.
  flushCompileCache();
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
    // The pool makes each worker the leader of its own process group.
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit();
  }
}
