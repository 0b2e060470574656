/** PostgreSQL, S3 and Redis behind a network that is slow, loses packets and cuts connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { until } from '../../../core/test/support/until.ts';
import { readMetrics } from '../support/metrics.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';
import { openBundle } from './generations.ts';
import { startTraffic } from './judged-traffic.ts';
import { openPrograms, type ServerName } from './node-programs.ts';

/** Each cuts one connection to each server. */
const ROUNDS = Number(process.env['NODES_ROUNDS'] || 2);
/** One way. */
const DELAY_MS = 25;
const LOST_SHARE = 0.01;
/** What a lost piece takes more, because it is sent again. */
const RESENT_MS = 250;
const LAG_MS = 5000;
const CONNECTIONS = 4;
const NODES = 2;
/** More requests than there are connections to the database. */
const AT_ONCE = 100;

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

test('over a slow network that cuts connections, answers are right or 503, and nothing piles up', {
  skip: typeof store === 'string' && store,
  timeout: 600_000 + ROUNDS * 60_000,
}, async () => {
  assert.ok(typeof store !== 'string');
  using bundle = openBundle();
  await using stack = new AsyncDisposableStack();
  const proxies = new Map<ServerName, SlowProxy>();
  const programs = stack.use(
    await openPrograms({
      count: NODES,
      bundle: bundle.path,
      store,
      settings: { ABS_CATALOGUE_LAG_MILLISECONDS: `${LAG_MS}`, ABS_CATALOGUE_CONNECTIONS: `${CONNECTIONS}` },
      portFor: async (server, port) => {
        const proxy = stack.use(await startSlowProxy(port));
        proxies.set(server, proxy);
        return proxy.port;
      },
    }),
  );
  const { nodes } = programs;
  for (const proxy of proxies.values()) {
    proxy.delay(DELAY_MS);
    proxy.lose(LOST_SHARE, RESENT_MS);
  }
  const traffic = await startTraffic(nodes, bundle, {
    lagMilliseconds: LAG_MS,
    mayBeCut: (kind) => kind === 'file' || kind === 'download',
  });
  stack.defer(() => traffic.stop());
  const { wrongs, outcomes } = traffic.requests;

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const proxy of proxies.values()) proxy.cut();
    const node = nodes[round % NODES];
    assert.ok(node);
    const path = (at: number) => `/node.do?search=item&limit=1&offset=${at}&cache=false`;
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => traffic.requests.ask(node, path(at), 'read')));
    const before = outcomes.length;
    await until(() => outcomes.length > before + 20, 'callers get no answers');
    assert.deepEqual(wrongs.slice(0, 10), []);
  }
  const maxConnections = proxies.get('database')?.maxOpen() ?? Infinity;
  // One thread: its pool, that of the main thread, two of the index, and one connection that follows for each.
  assert.ok(maxConnections <= NODES * (4 * CONNECTIONS + 4), `${maxConnections} connections`);

  await traffic.stop();
  for (const { url } of nodes) {
    const isIdle = async () => (await readMetrics(url)).get('abs_database_waiting') === 0;
    await until(isIdle, 'requests wait for the database although nobody asks');
    await until(async () => (await fetch(`${url}/ready`)).status === 200);
  }
  for (const node of nodes) assert.deepEqual(await traffic.lost(node), []);
  assert.deepEqual(wrongs.slice(0, 10), []);
});
