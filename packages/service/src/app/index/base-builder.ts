import { Worker } from 'node:worker_threads';
import { endOf } from '../../concurrency/end-of.ts';
import type { Base } from '../../search/columnar/build-base.ts';
import { removeLeftovers } from '../../search/columnar/index-file.ts';
import type { CatalogueAt } from './source.ts';

/** What a thread that builds a base is given. */
export interface BuilderData {
  readonly catalogue: CatalogueAt;
  /** Where the base is kept for the next start. */
  readonly file: string;
  /** Tells the catalogue from another one in its place. */
  readonly identity: string;
}

/** Builds bases, each in a thread of its own. */
export interface BaseBuilder extends AsyncDisposable {
  /** A base of the newest state; to be called again when the answer is there. */
  build(): Promise<Base>;
}

const NURSERY_MEGABYTES = 256;
/** A build holds the texts of all assets for a while: about 2 GB for a million. */
const HEAP_MEGABYTES = 16_384;

/**
 * Removes what builders that were killed left beside the file. `report` hears of threads that die when their base is
 * there.
 */
export function openBaseBuilder(data: BuilderData, report: (trouble: Error) => void): BaseBuilder {
  removeLeftovers(data.file);
  let running: { readonly worker: Worker; readonly gone: Promise<unknown> } | undefined;
  let isClosed = false;

  return {
    build: async () => {
      // The thread before gave its base, and may still be writing it: two would take the memory and the disk of two.
      await running?.gone;
      if (isClosed) throw new Error('the index is closed');
      const worker = new Worker(new URL('./index-builder-thread.ts', import.meta.url), {
        workerData: data,
        // Most of what a build makes is thrown away at once: in a small nursery much of it would be moved first.
        resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES, maxOldGenerationSizeMb: HEAP_MEGABYTES },
      });
      const gone = endOf(worker);
      running = { worker, gone };
      return await new Promise<Base>((resolve, reject) => {
        let isThere = false;
        worker.once('message', (base: Base) => {
          isThere = true;
          resolve(base);
        });
        gone.then((error) => {
          if (!isThere) reject(error ?? new Error('the thread that builds the search index ended without a base'));
          else if (error) report(error);
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
