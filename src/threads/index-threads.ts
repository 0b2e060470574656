import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { CatalogueAt } from '../index-app.ts';
import type { ViewData } from '../search/view.ts';
import { openCaller } from './calls.ts';
import type { IndexThreadData } from './index-thread.ts';

/** The search index, kept in threads of its own. */
export interface SharedIndex extends AsyncDisposable {
  /** A view no older than the last commit before the call. */
  reach(): Promise<ViewData>;
  /** Resolves when the thread died by itself, which is a fault. */
  readonly failed: Promise<Error>;
}

/** Starts keeping the index of a data folder; the first view comes when it is loaded or built. */
export function openSharedIndex(catalogue: CatalogueAt): SharedIndex {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./index-thread.ts', import.meta.url), {
    workerData: { catalogue, port: port2 } satisfies IndexThreadData,
    transferList: [port2],
  });
  const call = openCaller(port1, (failure) => new Error(`in the index thread: ${failure}`));
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  worker.once('error', fail);
  return {
    reach: async () => (await call('view', null)) as ViewData,
    failed,
    [Symbol.asyncDispose]: async () => {
      const gone = once(worker, 'exit');
      port1.close();
      await gone;
    },
  };
}
