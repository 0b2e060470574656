/** Entry of the index thread: reads the catalogue on its own and gives views to threads that call it. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { readIndexFile } from '../../../../columnar/src/index-file.ts';
import { IndexPublisher } from '../../../../columnar/src/index-publisher.ts';
import { bytesOf } from '../../../../columnar/src/view.ts';
import { answerCalls } from '../../../../core/src/concurrency/calls.ts';
import { collectGarbageSoon } from '../../../../core/src/concurrency/garbage-collection.ts';
import { openLog } from '../../../../core/src/platform/log.ts';
import { newS3Counts } from '../../../../core/src/platform/s3/s3-counts.ts';
import { openCatalogueStores } from '../open-catalogue-stores.ts';
import { openBaseBuilder } from './base-builder.ts';
import { INDEX_CALLS, type IndexThreadData } from './index-calls.ts';

/** Interval of checks for commits of other processes, so that no query has to wait until they are indexed. */
const CHECK_MS = 250;

const { storage, timeZone, port } = workerData as IndexThreadData;
// The service may end before a distant catalogue has answered, and an event that nobody waits for is lost.
const closed = once(port, 'close');
const stores = await openCatalogueStores(storage);
const source = stores.indexSource();
const file = join(storage.data, 'search.index');
const identity = await stores.identity();

const log = openLog();
const counts = newS3Counts();
let isClosing = false;
const sharing = await openSharing();
const builder = openBaseBuilder(
  { storage, timeZone, file, identity },
  (err) => log.error({ err }, 'the search index cannot be saved for the next start'),
  (base) => sharing?.share(base),
);
const publisher = new IndexPublisher({
  source,
  timeZone,
  initial: readIndexFile(file, identity),
  build: async (from) => {
    const base = await builder.build(from);
    collectGarbageSoon();
    return base;
  },
  fetchNewer: async (than) => {
    const base = await sharing?.fetchNewer(than);
    if (base) log.info({ revision: base.revision }, 'took over the search index of another node');
    return base;
  },
  report: (err, pauseSeconds) => {
    // A build that is cut short by closing has not failed.
    if (!isClosing) log.error({ err, pauseSeconds }, 'the search index cannot be built');
  },
});
answerCalls(
  port,
  INDEX_CALLS,
  {
    index: {
      reach: async (current) => {
        const view = await publisher.reach();
        return view.base === current?.base && view.revision === current.revision ? undefined : view;
      },
      published: async () => {
        throw new Error('the search index is in memory');
      },
      replaced: (base, options) => publisher.replaced(base, options),
      state: async () => {
        const view = publisher.current();
        return {
          view: view && { revision: view.revision, bytes: bytesOf(view) },
          stores: sharing ? { derived: counts } : {},
        };
      },
    },
  },
  (err) => log.error({ err }, 'a call of the main thread failed'),
);

/** Undefined if nodes share no catalogue or no derived files. */
async function openSharing() {
  const bases = stores.sharedBases;
  if (!bases) return undefined;
  // A catalogue in a folder needs neither, and loading them takes as long as all else of this thread.
  const [{ derivedBucket }, { openBaseSharing }] = await Promise.all([
    import('../buckets.ts'),
    import('../../../../columnar/src/base-sharing.ts'),
  ]);
  const s3 = derivedBucket(storage);
  if (!s3) return undefined;
  const report = (err: Error) => log.warn({ err }, 'the search index is not shared');
  return openBaseSharing({ bases, s3, counts, file, identity, report });
}

let isLooking = false;
const looking = setInterval(async () => {
  if (isLooking) return;
  isLooking = true;
  // `report` has logged failed builds; the next query meets any other error, too, and reports it.
  await publisher.reach().catch(() => {});
  isLooking = false;
}, CHECK_MS);

await closed;
isClosing = true;
clearInterval(looking);
await sharing?.[Symbol.asyncDispose]();
await builder[Symbol.asyncDispose]();
await source[Symbol.asyncDispose]();
await stores[Symbol.asyncDispose]();
