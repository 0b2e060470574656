/**
 * Random searches through HAProxy of three nodes, while the catalogue changes: the bytes of each answer are those of one
 * node over SQLite, whose catalogue has the same changes. SEARCH_SEED is the first round, SEARCH_ROUNDS their number.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStorage } from '../../src/app/storage.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { seeded } from '../search/random.ts';
import { change, fill, type World } from '../search/random-catalogue.ts';
import { ASSETS } from '../search/random-world.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { NO_HAPROXY } from '../support/servers/haproxy.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { openAsking } from './ask-node.ts';
import { openCluster, showMissing } from './cluster.ts';
import { drawSearch } from './random-addresses.ts';

const SEED = Number(process.env['SEARCH_SEED'] || 1);
const ROUNDS = Number(process.env['SEARCH_ROUNDS'] || 8);
const SEARCHES = 25;
const SETTINGS = { ABS_SERVICE_USER: 1 };

test(`three nodes answer ${ROUNDS * SEARCHES} random searches with the bytes of one node over SQLite`, {
  skip: NO_POSTGRES || NO_HAPROXY,
}, async (context) => {
  await using cluster = await openCluster(3, SETTINGS, { isEmpty: true });
  await showMissing(cluster, context);
  await using single = await startNode(SETTINGS);
  await using shared = await cluster.openStores();
  await using local = await openStorage({ data: single.data });
  using ask = openAsking();
  const catalogues = [await openFilled(shared.writer), await openFilled(local.writer)];
  let found = 0;
  for (let seed = SEED; seed < SEED + ROUNDS; seed += 1) {
    for (const { writer, world } of catalogues) await change(writer, seeded(seed), ASSETS, world);
    await cluster.follow();
    const random = seeded(1_000_000 + seed);
    for (let search = 0; search < SEARCHES; search += 1) {
      const path = drawSearch(random);
      const expected = await ask(single.url + path);
      assert.deepEqual(await ask(cluster.balancer + path), expected, `SEARCH_SEED=${seed}: ${path}`);
      assert.equal(expected.status, 200, `${path}: ${expected.body}`);
      if (/"data":(?:\[\{|\{"\w)/.test(expected.body.toString())) found += 1;
    }
  }
  assert.ok(found > (ROUNDS * SEARCHES) / 3, `only ${found} searches found something`);
  const logs: readonly RunningApp[] = [single, ...cluster.nodes];
  for (const { log } of logs)
    assert.deepEqual(
      log.filter((line) => /"level":[56]0/.test(line)),
      [],
    );
});

/** The same catalogue each time. */
async function openFilled(
  writer: CatalogueWriter,
): Promise<{ readonly writer: CatalogueWriter; readonly world: World }> {
  const world = await fill(writer, seeded(7), ASSETS);
  // The caller of all requests sees what two of three groups see.
  await writer.change((changes) => changes.put('user', { id: 1, name: 'zoe', groups: [1, 2], isService: true }));
  return { writer, world };
}
