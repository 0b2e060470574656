/** A new node over a large catalogue, which takes over the search index of another node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../test/support/servers/postgres.ts';
import { startService } from '../http/servers.ts';
import { median, report, seconds, time } from '../report.ts';
import { generatedCatalogue } from '../search/catalogue.ts';
import { megabytesOf, runCommand } from '../service.ts';
import type { NodeSettings, Stores } from './stores.ts';

const ASKED_MS = 30_000;
const GIVE_UP_MS = 600_000;

export async function benchNewNode(
  stores: Stores,
  { folder, assets, rounds }: { readonly folder: string; readonly assets: number; readonly rounds: number },
): Promise<void> {
  const local = await generatedCatalogue(folder, assets);
  const settings = await stores.create();
  const place = join(stores.newFolder(), 'to.json');
  writeFileSync(place, JSON.stringify(fileOf(settings, stores.newFolder())));
  const copied = await time(() => runCommand(['copy', '--from', local, '--to', place], settings));
  console.log(`copied ${assets} assets to PostgreSQL in ${seconds(copied)}`);

  await using stack = new AsyncDisposableStack();
  const start = () => startService(stores.newFolder(), { threads: 1, settings });
  const alone = await time(async () => stack.use(await start()));
  await untilShared(settings);
  const times: number[] = [];
  let megabytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await using node = await start();
    times.push(performance.now() - begun);
    megabytes = megabytesOf(node.pid, 'VmRSS');
  }
  report({
    name: `a new node over ${assets} assets ready, with the search index of another node`,
    asked: seconds(ASKED_MS),
    measured: `${seconds(median(times))} (slowest ${seconds(Math.max(...times))}; ${megabytes.toFixed(0)} MB)`,
    peer: `the first node, which builds the index, ${seconds(alone)}`,
    isReached: Math.max(...times) <= ASKED_MS,
  });
}

async function untilShared({ ABS_CATALOGUE_URL = '' }: NodeSettings): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  while ((await ask(ABS_CATALOGUE_URL, 'SELECT FROM shared_bases WHERE name IS NOT NULL')).length === 0) {
    if (performance.now() > deadline) throw new Error('no node has shared its search index');
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** The configuration file of a copy's target; keys come from the environment. */
function fileOf(settings: NodeSettings, data: string): unknown {
  return {
    data,
    catalogue: { url: settings['ABS_CATALOGUE_URL'] },
    originals: {
      url: settings['ABS_ORIGINALS_URL'],
      endpoint: settings['ABS_ORIGINALS_ENDPOINT'],
      pathStyle: true,
    },
    derived: { url: settings['ABS_DERIVED_URL'] },
  };
}
