import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Base, MergeableIndex } from '../../../../columnar/src/build-base.ts';
import { removeLeftovers } from '../../../../columnar/src/index-file.ts';
import { exitOf } from '../../../../core/src/concurrency/worker-exit.ts';
import { entryModule } from '../../../../core/src/platform/entry-module.ts';
import type { StorageSettings } from '../storage.ts';

/** Data with which a builder thread is started. */
export interface BuilderData {
  readonly storage: StorageSettings;
  /** Zone of local times. */
  readonly timeZone: string;
  /** File that stores the base for the next start. */
  readonly file: string;
  /** Distinguishes the catalogue from another one in the same place. */
  readonly identity: string;
}

/** What a builder thread is started for. */
export interface BuilderOrder {
  readonly from?: MergeableIndex | undefined;
}

/** Builds bases, each in a thread of its own. */
export interface BaseBuilder extends AsyncDisposable {
  /** Builds a base of the newest state, or merges one of what an index has. Call it again only after it has settled. */
  build(from?: MergeableIndex): Promise<Base>;
}

const NURSERY_MEGABYTES = 48;
/** Most of a build is outside of the heap. */
const HEAP_MEGABYTES = 16_384;

/**
 * Opens the builder and removes what killed builders left beside the file. `report` receives errors of threads that die
 * after they have delivered their base. `onStored` is called when a base is in the file, unless writing it failed.
 */
export function openBaseBuilder(
  data: BuilderData,
  report: (error: Error) => void,
  onStored: (base: Base) => void = () => {},
): BaseBuilder {
  // A new node may have no data folder yet.
  mkdirSync(dirname(data.file), { recursive: true });
  removeLeftovers(data.file);
  let running: { readonly worker: Worker; readonly gone: Promise<unknown> } | undefined;
  let isClosed = false;

  return {
    build: async (from) => {
      // The previous thread may still be writing its base; running both would take twice the memory and disk.
      await running?.gone;
      if (isClosed) throw new Error('the index is closed');
      const worker = new Worker(entryModule('index-builder-thread', import.meta.url), {
        workerData: { ...data, from } satisfies BuilderData & BuilderOrder,
        // Most objects of a build are short-lived, and a larger young generation saves no processor time.
        resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES, maxOldGenerationSizeMb: HEAP_MEGABYTES },
      });
      const gone = exitOf(worker);
      running = { worker, gone };
      return await new Promise<Base>((resolve, reject) => {
        let built: Base | undefined;
        worker.once('message', (base: Base) => {
          built = base;
          resolve(base);
        });
        gone.then((error) => {
          if (!built) reject(error ?? new Error('the thread that builds the search index ended without a base'));
          else if (error) report(error);
          else if (!isClosed) onStored(built);
          // Its memory must not live as long as the promise.
          built = undefined;
        });
      });
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await running?.worker.terminate();
      removeLeftovers(data.file);
    },
  };
}
