import { MessageChannel, Worker } from 'node:worker_threads';
import { callsTo, ThreadGone } from '../../../../core/src/concurrency/calls.ts';
import { collectGarbageSoon } from '../../../../core/src/concurrency/garbage-collection.ts';
import { exitOf } from '../../../../core/src/concurrency/worker-exit.ts';
import { entryModule } from '../../../../core/src/platform/entry-module.ts';
import type { StorageSettings } from '../storage.ts';
import { INDEX_CALLS, type IndexCalls, type IndexThreadData } from './index-calls.ts';

/** The search index, in threads of its own. */
export interface SharedIndex extends IndexCalls, AsyncDisposable {
  /** Resolves if the thread ends unexpectedly. */
  readonly failed: Promise<Error>;
}

const NURSERY_MEGABYTES = 8;

/**
 * Starts the index thread of a data folder; the first view is available once it is loaded or built. `timeZone` is that of
 * local times.
 */
export function openSharedIndex(storage: StorageSettings, timeZone = 'UTC'): SharedIndex {
  const { port1, port2 } = new MessageChannel();
  const entry = storage.search?.url ? 'opensearch-thread' : 'index-thread';
  const worker = new Worker(entryModule(entry, import.meta.url), {
    workerData: { storage, timeZone, port: port2 } satisfies IndexThreadData,
    transferList: [port2],
    // The thread only follows small changes; builds have a thread of their own.
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES },
  });
  const gone = exitOf(worker);
  const { index } = callsTo(port1, INDEX_CALLS, (error) => fail(error));
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  let isClosing = false;
  gone.then((error) => {
    if (!isClosing) fail(error ?? new Error('the thread of the search index ended by itself'));
  });

  /** Rejects with the error that ended the thread, which says more than the fact that it is gone. */
  async function explained<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ThreadGone)) throw error;
      throw new Error('the thread of the search index ended', { cause: await gone });
    }
  }

  return {
    reach: (current) => explained(index.reach(current)),
    published: () => explained(index.published()),
    replaced: async (base, options) => {
      await explained(index.replaced(base, options));
      // A view of the old base may have passed through this thread.
      collectGarbageSoon();
    },
    state: (options) => explained(index.state(options)),
    failed,
    [Symbol.asyncDispose]: async () => {
      isClosing = true;
      port1.close();
      await gone;
    },
  };
}
