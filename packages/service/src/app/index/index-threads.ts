import { MessageChannel, Worker } from 'node:worker_threads';
import { openCaller, ThreadGone } from '../../concurrency/calls.ts';
import { collectGarbageSoon } from '../../concurrency/garbage-collection.ts';
import { exitOf } from '../../concurrency/worker-exit.ts';
import { entryModule } from '../../platform/entry-module.ts';
import type { ViewMark } from '../../search/columnar/index-publisher.ts';
import type { PublishedView } from '../../search/columnar/indexer.ts';
import type { IndexState, IndexThreadData } from './index-thread.ts';
import type { CatalogueAt } from './source.ts';

/** The search index, kept in threads of its own. */
export interface SharedIndex extends AsyncDisposable {
  /** Returns a view no older than the last commit before the call; undefined if that is the `known` one. */
  reach(known?: ViewMark): Promise<PublishedView | undefined>;
  /** Resolves when another base has replaced this one. */
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
  /** Returns the current state of the index without updating it; undefined before the first view. */
  state(options: { signal: AbortSignal }): Promise<IndexState | undefined>;
  /** Resolves if the thread ends unexpectedly. */
  readonly failed: Promise<Error>;
}

const NURSERY_MEGABYTES = 8;

/** Starts the index thread of a data folder; the first view is available once it is loaded or built. */
export function openSharedIndex(catalogue: CatalogueAt): SharedIndex {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(entryModule('index-thread', import.meta.url), {
    workerData: { catalogue, port: port2 } satisfies IndexThreadData,
    transferList: [port2],
    // The thread only follows small changes; builds have a thread of their own.
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES },
  });
  const gone = exitOf(worker);
  const call = openCaller(port1, (failure) => new Error(`in the index thread: ${failure}`));
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  let isClosing = false;
  gone.then((error) => {
    if (!isClosing) fail(error ?? new Error('the thread of the search index ended by itself'));
  });

  async function ask(method: string, argument: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      return await call(method, argument, signal);
    } catch (error) {
      if (!(error instanceof ThreadGone)) throw error;
      // The error that ended the thread says more than the fact that it is gone.
      throw new Error('the thread of the search index ended', { cause: await gone });
    }
  }

  return {
    reach: async (known) =>
      (await ask('view', known && { base: known.base, revision: known.revision })) as PublishedView | undefined,
    replaced: async (base, { signal }) => {
      await ask('replaced', base, signal);
      // A view of the old base may have passed through this thread.
      collectGarbageSoon();
    },
    state: async ({ signal }) => (await ask('state', undefined, signal)) as IndexState | undefined,
    failed,
    [Symbol.asyncDispose]: async () => {
      isClosing = true;
      port1.close();
      await gone;
    },
  };
}
