/** PostgreSQL behind a network that loses everything for a while, without a word to either side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';
import { FIRST_ITEM, ITEMS, openBundle } from './generations.ts';
import { openPrograms } from './node-programs.ts';
import { openRequests } from './requests.ts';

/** For so long after the last word of the database, requests begin to read; afterwards they wait for that word. */
const LAG_MS = 1000;
/** Requests that are sent while the database is silent, some before that time is over and some after it. */
const REQUESTS = 60;

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

test('while PostgreSQL is silent, callers get 503, and the node answers when it is back', {
  skip: typeof store === 'string' && store,
  timeout: 600_000,
}, async () => {
  assert.ok(typeof store !== 'string');
  using bundle = openBundle();
  await using stack = new AsyncDisposableStack();
  let proxy: SlowProxy | undefined;
  const programs = stack.use(
    await openPrograms({
      count: 1,
      bundle: bundle.path,
      store,
      settings: { ABS_CATALOGUE_LAG_MILLISECONDS: `${LAG_MS}` },
      portFor: async (server, port) => {
        if (server !== 'database') return port;
        proxy = stack.use(await startSlowProxy(port));
        return proxy.port;
      },
    }),
  );
  const [node] = programs.nodes;
  assert.ok(node && proxy);
  const life = node.life();
  const { ask, outcomes, wrongs } = openRequests({ mayBeCut: () => false });
  // No item twice, because its outline would be at hand.
  let item = 0;
  const askAgain = async () => {
    item += 1;
    return await ask(node, `/asset.do?details=${FIRST_ITEM + (item % ITEMS)}&cache=false`, 'read');
  };
  await until(async () => (await askAgain()) !== undefined, 'the node does not answer at first', A_START);

  const resume = proxy.silence();
  const answered = outcomes.length;
  const early = Array.from({ length: REQUESTS / 2 }, askAgain);
  await until(async () => (await fetch(`${node.url}/ready`)).status === 503, 'the node stays ready');
  const late = Array.from({ length: REQUESTS / 2 }, askAgain);
  assert.equal((await fetch(`${node.url}/health`)).status, 200);
  // The database is silent until the last is answered.
  await Promise.all([...early, ...late]);
  const meanwhile = outcomes.slice(answered);
  assert.equal(meanwhile.length, REQUESTS);
  const others = meanwhile.filter(({ result }) => result !== 'refused');
  assert.deepEqual(others, []);

  resume();
  await until(async () => (await fetch(`${node.url}/ready`)).status === 200, 'the node does not become ready', A_START);
  await until(async () => (await askAgain()) !== undefined, 'the node does not answer again', A_START);
  assert.equal(node.life(), life);
  assert.deepEqual(wrongs, []);
});
