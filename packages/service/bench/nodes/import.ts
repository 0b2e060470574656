/** The museum imported into PostgreSQL and an S3 store, beside the same import into SQLite and a folder. */
import { rmSync } from 'node:fs';
import { median, report, seconds, time } from '../report.ts';
import { runCommand } from '../service.ts';
import { dropCatalogue, type Stores } from './stores.ts';

const ASKED_RATIO = 2;

export async function benchSharedImport(stores: Stores, museum: string, rounds: number): Promise<void> {
  const [shared, local]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const folder = stores.newFolder();
    local.push(await time(() => runCommand(['import', museum, '--data', folder])));
    const settings = await stores.create();
    const other = stores.newFolder();
    shared.push(await time(() => runCommand(['import', museum, '--data', other], settings)));
    await dropCatalogue(stores, settings);
    for (const path of [folder, other]) rmSync(path, { recursive: true, force: true });
  }
  const ratio = median(shared) / median(local);
  report({
    name: 'museum imported into PostgreSQL and radosgw',
    asked: `at most ${ASKED_RATIO} times SQLite and a folder`,
    measured: `${ratio.toFixed(2)} times (${seconds(median(shared))})`,
    peer: `SQLite and a folder ${seconds(median(local))}`,
    isReached: ratio <= ASKED_RATIO,
  });
}
