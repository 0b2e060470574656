/** Entry of the thread that keeps the search index: reads the catalogue by itself and gives views to whoever asks. */
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { type MessagePort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../concurrency/calls.ts';
import { collectSoon } from '../../concurrency/collect.ts';
import { openLog } from '../../platform/log.ts';
import { readIndexFile } from '../../search/columnar/index-file.ts';
import { openIndexKeeper, type ViewMark } from '../../search/columnar/index-keeper.ts';
import { bytesOf } from '../../search/columnar/view.ts';
import { openBaseBuilder } from './base-builder.ts';
import { identityOf } from './index-identity.ts';
import { type CatalogueAt, openSource } from './source.ts';

export interface IndexThreadData {
  readonly catalogue: CatalogueAt;
  /** Calls of `view` come here. */
  readonly port: MessagePort;
}

/** The index at one moment. */
export interface IndexState {
  /** Of the catalogue, as far as it is taken over. */
  readonly revision: number;
  /** Memory that all threads share. */
  readonly bytes: number;
}

/** Between two looks at the catalogue, so that no query has to wait for what other processes have committed. */
const LOOK_MS = 250;

const { catalogue, port } = workerData as IndexThreadData;
const source = openSource(catalogue);
const file = join(catalogue.directory, 'search.index');
const identity = identityOf(catalogue.directory);

const log = openLog();
let isClosing = false;
const builder = openBaseBuilder({ catalogue, file, identity }, (err) =>
  log.error({ err }, 'the search index can not be kept for the next start'),
);
const keeper = openIndexKeeper({
  source,
  known: readIndexFile(file, identity),
  build: async () => {
    const base = await builder.build();
    collectSoon();
    return base;
  },
  report: (err, pauseSeconds) => {
    // A build that is cut short at the end has not failed.
    if (!isClosing) log.error({ err, pauseSeconds }, 'the search index can not be built');
  },
});
answerCalls(
  port,
  {
    view: async (known) => {
      const view = await keeper.reach();
      const { base, revision } = (known ?? {}) as Partial<ViewMark>;
      return view.base === base && view.revision === revision ? undefined : view;
    },
    replaced: (base, options) => keeper.replaced(base as number, options),
    state: (): IndexState | undefined => {
      const view = keeper.current();
      return view && { revision: view.revision, bytes: bytesOf(view) };
    },
  },
  String,
);

let isLooking = false;
const looking = setInterval(async () => {
  if (isLooking) return;
  isLooking = true;
  // What is no failed build is told to the next query, which meets it too.
  await keeper.reach().catch(() => {});
  isLooking = false;
}, LOOK_MS);

port.once('close', async () => {
  isClosing = true;
  clearInterval(looking);
  await builder[Symbol.asyncDispose]();
  source[Symbol.dispose]();
});
