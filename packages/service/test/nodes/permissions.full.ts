/**
 * The random worlds of test/permissions, asked through HAProxy of three nodes, beside the same model. PERMISSIONS_SEED is
 * the first round, or `new` for another one each time, and PERMISSIONS_ROUNDS their number.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointsOf, playRound } from '../permissions/rounds.ts';
import { type Service, settingsOfEndpoint } from '../permissions/service.ts';
import type { World } from '../permissions/world.ts';
import { putWorld, storeFiles } from '../permissions/write-world.ts';
import { readMetrics } from '../support/metrics.ts';
import { seedOf } from '../support/seed.ts';
import { NO_HAPROXY } from '../support/servers/haproxy.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { openAsking } from './ask-node.ts';
import { type Cluster, openCluster, showMissing } from './cluster.ts';

const SEED = seedOf('PERMISSIONS_SEED');
const ROUNDS = Number(process.env['PERMISSIONS_ROUNDS'] || 6);
const SIZE = 14;
const SEEDS = Array.from({ length: ROUNDS }, (_, round) => SEED + round);

test(`three nodes answer every operation by the rules, in ${ROUNDS} random worlds`, {
  skip: NO_POSTGRES || NO_HAPROXY,
}, async (context) => {
  // The endpoints of all rounds, since settings are read at the start.
  const endpoints = SEEDS.flatMap((seed) =>
    endpointsOf(seed, SIZE).map((endpoint) => [nameOf(seed, endpoint.name), settingsOfEndpoint(endpoint)]),
  );
  await using cluster = await openCluster(
    3,
    { ABS_ENDPOINTS: JSON.stringify(Object.fromEntries(endpoints)) },
    { isEmpty: true },
  );
  await showMissing(cluster, context);
  await using world = await openWorld(cluster);
  for (const seed of SEEDS) {
    try {
      await playRound(world.serviceFor(seed), seed, SIZE);
    } catch (cause) {
      throw new Error(`PERMISSIONS_SEED=${seed} repeats it. ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
  }
  for (const { url, log } of cluster.nodes) {
    const requests = (await readMetrics(url)).entries().filter(([name]) => name.startsWith('abs_requests_total'));
    assert.ok(requests.reduce((sum, [, count]) => sum + count, 0) > 100 * ROUNDS, 'each node gets its share');
    assert.deepEqual(
      log.filter((line) => /"level":[56]0/.test(line)),
      [],
    );
  }
});

/** The endpoint of a round; '' is its main one. */
function nameOf(seed: number, name: string): string {
  return `round${seed}${name}`;
}

/** The catalogue of the nodes, which is one random world after the other. */
async function openWorld(cluster: Cluster) {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-nodes-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const { writer, originals } = stack.use(await cluster.openStores());
  const files = await storeFiles(directory, originals);
  const ask = stack.use(openAsking());
  let written: World | undefined;
  const owned = stack.move();
  return {
    serviceFor: (seed: number): Omit<Service, typeof Symbol.asyncDispose> => ({
      countsDownloads: true,
      write: async (world) => {
        await writer.change((changes) => putWorld(changes, world, written, files));
        written = world;
        await cluster.follow();
      },
      open: () => async (target, headers) => {
        const [, name = '', rest = ''] = /^\/(?:(\w+)\/)?([^/]+)$/.exec(target) ?? [];
        return await ask(`${cluster.balancer}/${nameOf(seed, name)}/${rest}`, headers);
      },
    }),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
