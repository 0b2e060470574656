/** Building the index from the catalogue alone, as at the first start. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readIndexFile } from '../../../columnar/src/index-file.ts';
import { catalogueIdentity } from '../../src/app/catalogue-stores.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { report, seconds, time } from '../report.ts';

const ASKED_MS = 25_000;

export async function benchBuild(directory: string): Promise<void> {
  rmSync(indexFile(directory), { force: true });
  await using shared = openSharedIndex({ data: directory });
  const taken = await time(shared.reach);
  const { user, system } = process.cpuUsage();
  report({
    name: 'index built from the catalogue',
    asked: seconds(ASKED_MS),
    measured: `${seconds(taken)} (${seconds((user + system) / 1000)} of CPU)`,
    isReached: taken <= ASKED_MS,
  });
  await written(directory);
}

/** Makes sure that the next start finds the index in its file. */
export async function keepIndex(directory: string): Promise<void> {
  await using shared = openSharedIndex({ data: directory });
  await shared.reach();
  await written(directory);
}

/** The file is written after the first view. */
async function written(directory: string): Promise<void> {
  while (!readIndexFile(indexFile(directory), catalogueIdentity(directory))) await delay(200);
}

function indexFile(directory: string): string {
  return join(directory, 'search.index');
}
