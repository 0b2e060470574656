/** Entry of the thread that keeps the search index: reads the catalogue by itself and gives views to whoever asks. */
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { type MessagePort, Worker, workerData } from 'node:worker_threads';
import { type CatalogueAt, openSource } from '../index-app.ts';
import { openLog } from '../log.ts';
import type { Base } from '../search/build-base.ts';
import { readIndexFile } from '../search/index-file.ts';
import { openIndexKeeper } from '../search/index-keeper.ts';
import { answerCalls } from './calls.ts';
import { identityOf } from './index-identity.ts';

export interface IndexThreadData {
  readonly catalogue: CatalogueAt;
  /** Calls of `view` come here. */
  readonly port: MessagePort;
}

/** What a thread that builds a base is given. */
export interface BuilderData {
  readonly catalogue: CatalogueAt;
  /** Where the base is kept for the next start. */
  readonly file: string;
  /** Tells the catalogue from another one in its place. */
  readonly identity: string;
}

const NURSERY_MEGABYTES = 256;
/** A build holds the texts of all assets for a while: about 2 GB for a million. */
const HEAP_MEGABYTES = 16_384;

/** Between two looks at the catalogue, so that no query has to wait for what other processes have committed. */
const LOOK_MS = 250;

const { catalogue, port } = workerData as IndexThreadData;
const source = openSource(catalogue);
const file = join(catalogue.directory, 'search.index');
const identity = identityOf(catalogue.directory);

const log = openLog();
let isClosing = false;
const keeper = openIndexKeeper({
  source,
  known: readIndexFile(file, identity),
  build,
  report: (err, pauseSeconds) => {
    // A build that is cut short at the end has not failed.
    if (!isClosing) log.error({ err, pauseSeconds }, 'the search index can not be built');
  },
});
answerCalls(port, { view: () => keeper.reach() }, String);

let builder: Worker | undefined;
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
  await builder?.terminate();
  source[Symbol.dispose]();
});

/** A base, made in a thread of its own. */
function build(): Promise<Base> {
  return new Promise((resolve, reject) => {
    builder = new Worker(new URL('./index-builder-thread.ts', import.meta.url), {
      workerData: { catalogue, file, identity } satisfies BuilderData,
      // Most of what a build makes is thrown away at once: in a small nursery much of it would be moved first.
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MEGABYTES, maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    builder.once('message', resolve);
    builder.once('error', reject);
    builder.once('exit', () => reject(new Error('the thread that builds the search index ended')));
  });
}
