/** Entry of a thread that builds or merges one base of the search index, stores it in a file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Base, buildBase, mergeBase } from '../../../../columnar/src/build-base.ts';
import { writeIndexFile } from '../../../../columnar/src/index-file.ts';
import { openLog } from '../../../../core/src/platform/log.ts';
import { openCatalogueStores } from '../open-catalogue-stores.ts';
import type { BuilderData, BuilderOrder } from './base-builder.ts';
import { openTextsThread } from './text-calls.ts';

const { storage, timeZone, file, identity, from } = workerData as BuilderData & BuilderOrder;
const base = from ? mergeBase(from) : await builtBase();
parentPort?.postMessage(base);
try {
  writeIndexFile(file, identity, base);
} catch (err) {
  // The next start builds the base again.
  openLog().error({ err, file }, 'the search index cannot be saved for the next start');
}

async function builtBase(): Promise<Base> {
  await using stores = await openCatalogueStores(storage);
  await using source = stores.indexSource();
  return await buildBase(source, timeZone, openTextsThread);
}
