import { flushCompileCache } from 'node:module';
import { CannotMake } from '../derived/cannot-make.ts';
import type { CallMessage, WorkerCalls, WorkerError, WorkerMessage } from './messages.ts';

/**
 * Serves the calls of a pool, one at a time; a worker module calls it last. An error thrown by a call reaches the
 * caller of `run`. When the parent exits, the worker kills itself and every process it has started.
 */
export function serveCalls(calls: WorkerCalls): void {
  if (process.send === undefined) throw new Error('a worker module is started by a pool, not by hand');
  process.on('disconnect', endWithDescendants);
  process.on('message', ({ call, argument }: CallMessage) => {
    perform(calls, call, argument).then(
      (result) => answer({ kind: 'result', result, rssBytes: process.memoryUsage.rss() }),
      (error: unknown) => answer(failure(error)),
    );
  });
  answer({ kind: 'ready' });
  // Workers are killed, and then Node would not write what it has compiled, if there is a cache for it.
  flushCompileCache();
}

async function perform(calls: WorkerCalls, name: string, argument: unknown): Promise<unknown> {
  const call = calls[name];
  if (call === undefined) throw new Error(`the worker has no call ${name}`);
  return await call(argument as never);
}

function answer(message: WorkerMessage): void {
  try {
    process.send?.(message);
  } catch (error) {
    // A result that can't be serialised must still produce a response, or the call would never settle.
    process.send?.(failure(error));
  }
}

function failure(error: unknown): WorkerMessage {
  return { kind: 'error', error: describe(error), rssBytes: process.memoryUsage.rss() };
}

function describe(error: unknown): WorkerError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error instanceof CannotMake ? { reason: error.reason } : {}),
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
