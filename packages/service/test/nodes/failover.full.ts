/** The primary of a database dies, and its standby becomes the primary behind the same address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { ask, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { openBundle } from './generations.ts';
import { startTraffic } from './judged-traffic.ts';
import { type NodeProgram, openPrograms } from './node-programs.ts';

const LAG_MS = 1000;

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

test('no acknowledged write is lost when a synchronous standby takes over, and the old primary is refused', {
  skip: typeof store === 'string' && store,
}, async () => {
  assert.ok(typeof store !== 'string');
  using bundle = openBundle();
  await using stack = new AsyncDisposableStack();
  const primary = await startPostgres();
  const standby = stack.use(await startPostgres([], { primary }));
  await waitForStandby(primary);
  const proxy = stack.use(await startSlowProxy(portOf(primary)));
  const programs = stack.use(
    await openPrograms({
      count: 2,
      bundle: bundle.path,
      store,
      database: primary,
      settings: { ABS_CATALOGUE_LAG_MILLISECONDS: `${LAG_MS}` },
      portFor: async (server, port) => (server === 'database' ? proxy.port : port),
    }),
  );
  const { nodes } = programs;
  const traffic = await startTraffic(nodes, bundle, { lagMilliseconds: LAG_MS, mayBeCut: () => false });
  stack.defer(() => traffic.stop());
  const { outcomes } = traffic.requests;
  const writesSince = (time: number) =>
    outcomes.filter(({ kind, result, start }) => kind === 'write' && result === 'right' && start > time).length;
  const answersAgain = async (node: NodeProgram) =>
    await until(
      () => traffic.isAnswered(node),
      () => `${node.name} does not heal: ${node.told()}`,
      A_START,
    );
  await until(() => writesSince(0) > 20, undefined, A_START);

  // Nothing is acknowledged that only the primary has.
  await standby.stop();
  const alone = performance.now();
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await until(async () => (await ask(primary.url, waiting)).length > 0, 'no commit waits for the standby', A_START);
  assert.equal(writesSince(alone), 0);
  await standby.restart();
  await until(() => writesSince(alone) > 0, 'no write after the standby has come back', A_START);
  await waitForStandby(primary);

  await primary.kill('SIGKILL');
  await standby.promote();
  await until(
    async () => JSON.stringify(await ask(standby.url, 'SELECT pg_is_in_recovery() AS it')).includes('false'),
    undefined,
    A_START,
  );
  // The promoted server must not wait for a standby that it doesn't have yet.
  await setSynchronous(standby, '');
  proxy.leadTo(portOf(standby));
  for (const node of nodes) await answersAgain(node);

  await traffic.stop();
  for (const node of nodes) assert.deepEqual(await traffic.lost(node), []);
  assert.deepEqual(traffic.requests.wrongs, []);

  const written = `SELECT (SELECT revision FROM state) AS revision, (SELECT count(*) FROM pins) AS pins,
    (SELECT count(*) FROM reviews) AS reviews`;
  // The old primary comes back as itself, and the address leads to it by mistake.
  await primary.restart();
  await setSynchronous(primary, '');
  const left = await ask(programs.catalogueUrl, written);
  proxy.leadTo(portOf(primary));
  for (const { url } of nodes) {
    await until(async () => (await fetch(`${url}/ready`)).status === 503, 'a node follows the old primary', A_START);
    assert.equal((await fetch(`${url}/pin.do?create=1000`)).status, 503);
    assert.equal((await fetch(`${url}/review.do?post=10000&rating=3`)).status, 503);
  }
  for (const node of nodes) {
    // The log has one failure of the database in a minute.
    await until(
      async () => {
        assert.equal((await fetch(`${node.url}/pin.do?create=1000`)).status, 503);
        return /was the primary before a standby was promoted/.test(node.told());
      },
      'the log does not say why',
      A_START,
    );
  }
  assert.deepEqual(await ask(programs.catalogueUrl, written), left);
  proxy.leadTo(portOf(standby));
  for (const node of nodes) {
    await answersAgain(node);
    assert.deepEqual(await traffic.lost(node), []);
  }
});

const portOf = ({ url }: PostgresServer) => Number(new URL(url).port);

/** Lets commits wait for these standbys; `*` means any, and an empty text none. */
async function setSynchronous({ url }: PostgresServer, names: string): Promise<void> {
  await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await ask(url, 'SELECT pg_reload_conf()');
}

/** Resolves when commits of the primary wait for its standby. */
async function waitForStandby(primary: PostgresServer): Promise<void> {
  await setSynchronous(primary, '*');
  await until(
    async () => (await ask(primary.url, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0,
    'the standby does not follow',
    A_START,
  );
}
