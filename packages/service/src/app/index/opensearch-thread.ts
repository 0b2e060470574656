/** Entry of the index thread if the index is in OpenSearch: follows the catalogue, and says what is published. */
import { once } from 'node:events';
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../../../core/src/concurrency/calls.ts';
import { reportRarely } from '../../../../core/src/concurrency/report-rarely.ts';
import { openLog } from '../../../../core/src/platform/log.ts';
import { Indexer } from '../../opensearch/indexer.ts';
import { openCatalogueStores } from '../open-catalogue-stores.ts';
import { indexName, openSearchClient } from '../opensearch.ts';
import { INDEX_CALLS, type IndexThreadData } from './index-calls.ts';

/** Interval of checks for commits of other processes, so that no query has to wait until they are indexed. */
const CHECK_MS = 250;
const REPORT_MS = 60_000;

const { storage, timeZone, port } = workerData as IndexThreadData;
// The service may end before a distant catalogue has answered, and an event that nobody waits for is lost.
const closed = once(port, 'close');
const stores = await openCatalogueStores(storage);
const source = stores.indexSource();
const log = openLog();
const client = openSearchClient(storage);
const report = reportRarely((err) => log.error({ err }, 'the search index cannot be brought up to date'), REPORT_MS);
let isClosing = false;
const reportOpen = (error: unknown) => {
  if (!isClosing) report(error);
};
const indexer = new Indexer({
  ...{ source, client, timeZone, report: reportOpen },
  name: indexName(storage, await stores.identity()),
  shards: storage.search?.shards ?? 1,
  tell: (message, figures) => log.info(figures, message),
});
const inMemory = async () => {
  throw new Error('the search index is in OpenSearch');
};
answerCalls(
  port,
  INDEX_CALLS,
  {
    index: {
      reach: inMemory,
      published: () => indexer.reach(),
      replaced: inMemory,
      state: async () => {
        const { revision } = indexer.current() ?? {};
        return { view: revision === undefined ? undefined : { revision }, stores: { search: client.counts } };
      },
    },
  },
  (err) => log.error({ err }, 'a call of the main thread failed'),
);

let isLooking = false;
const looking = setInterval(async () => {
  if (isLooking) return;
  isLooking = true;
  await indexer.reach().catch(reportOpen);
  isLooking = false;
}, CHECK_MS);

await closed;
isClosing = true;
clearInterval(looking);
await indexer[Symbol.asyncDispose]();
client[Symbol.dispose]();
await source[Symbol.asyncDispose]();
await stores[Symbol.asyncDispose]();
