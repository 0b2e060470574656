/** Kills nodes, servers and imports under traffic: each answer is right or 503, no write is lost, and all heals. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../columnar/test/random.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { type Bundle, openBundle } from './generations.ts';
import { type Imports, startImports } from './imports.ts';
import { startTraffic, type Traffic } from './judged-traffic.ts';
import { openPrograms, type Programs } from './node-programs.ts';

/** Kills of each part; `NODES_ROUNDS=25` is the full form. */
const ROUNDS = Number(process.env['NODES_ROUNDS'] || 2);
const LAG_MS = 1000;
/** Time between two kills, and how long a server stays away, in milliseconds. */
const BETWEEN_MS = [0, 3000] as const;
const AWAY_MS = [200, 2500] as const;

const PARTS = ['a node', 'PostgreSQL', 'Redis', 'radosgw', 'an import'] as const;
type Part = (typeof PARTS)[number];
/** What callers don't notice: nodes answer without Redis. */
const UNNOTICED: readonly Part[] = ['Redis', 'an import'];

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

describe('three nodes under callers', { skip: typeof store === 'string' && store }, () => {
  const random = seeded(SEED);
  let bundle: Bundle;
  let programs: Programs;
  let traffic: Traffic;
  let imports: Imports;
  let killed: Part | undefined;
  /** When the store was last away. */
  let storeHealed = 0;

  before(async () => {
    assert.ok(typeof store !== 'string');
    bundle = openBundle();
    const settings = { ABS_CATALOGUE_LAG_MILLISECONDS: `${LAG_MS}` };
    programs = await openPrograms({ count: 3, bundle: bundle.path, store, settings });
    traffic = await startTraffic(programs.nodes, bundle, {
      lagMilliseconds: LAG_MS,
      mayBeCut: (kind, start) =>
        (killed === 'radosgw' || start < storeHealed) && (kind === 'file' || kind === 'download'),
    });
    const { generations } = traffic;
    imports = startImports(programs, bundle, {
      generations,
      mayFail: () => killed === 'PostgreSQL' || killed === 'radosgw',
    });
  });
  after(async () => {
    await imports.stop();
    await traffic.stop();
    await programs[Symbol.asyncDispose]();
    bundle[Symbol.dispose]();
  });
  const nothingWrong = () => assert.deepEqual([...traffic.requests.wrongs, ...imports.wrongs].slice(0, 10), []);
  afterEach(nothingWrong);

  async function killOnce(part: Part): Promise<void> {
    await pause(random.between(...BETWEEN_MS));
    killed = part;
    const restart = await kill(part);
    await pause(random.between(...AWAY_MS));
    await restart();
    for (const node of programs.nodes) {
      const heals = async () => (await fetch(`${node.url}/ready`)).status === 200 && (await traffic.isAnswered(node));
      await until(heals, () => `${node.name} does not heal after ${part} was killed: ${node.told()}`, A_START);
    }
    killed = undefined;
    if (part === 'radosgw') storeHealed = performance.now();
  }

  /** Kills a part. Returns what starts it again. */
  async function kill(part: Part): Promise<() => Promise<void>> {
    switch (part) {
      case 'a node': {
        const node = random.pick(programs.nodes);
        await node.kill();
        return node.start;
      }
      case 'PostgreSQL':
        await programs.database.kill(random.pick(['SIGKILL', 'SIGQUIT']));
        return programs.database.restart;
      case 'Redis':
        await programs.redis.kill();
        return programs.redis.restart;
      case 'radosgw':
        await programs.store.kill();
        return programs.store.restart;
      case 'an import':
        imports.kill();
        return async () => {};
    }
  }

  for (const part of PARTS) {
    const title = `${ROUNDS} times ${part} is killed: all answers are right or 503, and all heals`;
    test(title, { timeout: 600_000 + ROUNDS * 60_000 }, async () => {
      const from = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) {
        await killOnce(part);
        nothingWrong();
      }
      const { done } = imports.counts;
      await until(() => imports.counts.done > done, 'no import works afterwards', A_START);
      if (!UNNOTICED.includes(part)) return;
      const noticed = traffic.requests.outcomes.filter(({ start, result }) => start > from && result !== 'right');
      assert.deepEqual(noticed, []);
    });
  }

  test('every acknowledged write is there once, through every node, and abs check finds nothing', async () => {
    await imports.stop();
    await traffic.stop();
    for (const node of programs.nodes) assert.deepEqual(await traffic.lost(node), []);
    const { status, told } = await programs.run('check');
    assert.equal(status, 0, told);
  });
});
