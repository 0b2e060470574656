/** Entry of a thread that builds one base of the search index, keeps it in a file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSource } from '../index-app.ts';
import { openLog } from '../log.ts';
import { buildBase } from '../search/build-base.ts';
import { writeIndexFile } from '../search/index-file.ts';
import type { BuilderData } from './base-builder.ts';

const { catalogue, file, identity } = workerData as BuilderData;
using source = openSource(catalogue);
const base = source.read(buildBase);
parentPort?.postMessage(base);
try {
  writeIndexFile(file, identity, base);
} catch (err) {
  // The next start builds anew.
  openLog().error({ err, file }, 'the search index can not be kept for the next start');
}
