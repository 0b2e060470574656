/** PostgreSQL, S3 and Redis behind a network that is slow, loses packets and cuts connections. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { LOST_PERCENT, ROUND_TRIP_MS, TIMEOUT_MS, testSlowNetwork } from './slow-network.ts';

/** What a lost piece takes more, because it is sent again. */
const RESENT_MS = 250;
const LINK = fileURLToPath(new URL('../support/far-link.py', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./far-servers-program.ts', import.meta.url));

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

test('over a slow network that cuts connections, answers are right or 503, and nothing piles up', {
  skip: typeof store === 'string' && store,
  timeout: TIMEOUT_MS,
}, async () => {
  assert.ok(typeof store !== 'string');
  await testSlowNetwork({
    store,
    startProxy: (port) => startSlowProxy(port),
    begin: (proxies) => {
      for (const proxy of proxies) {
        proxy.delay(ROUND_TRIP_MS / 2);
        proxy.lose(LOST_PERCENT / 100, RESENT_MS);
      }
    },
  });
});

/** Arguments of `unshare`. */
const overLink = (delayMs: number, lostPercent: number, ...command: readonly string[]) => [
  '--net',
  ...['python3', LINK, `${delayMs}`, `${lostPercent}`, ...command],
];

const canLose = spawnSync('unshare', overLink(0, 0, 'true'), { stdio: 'ignore' }).status === 0;

test('the same where one packet in a hundred is really lost', {
  skip: typeof store === 'string' ? store : !canLose && 'skipped: needs root, /dev/net/tun, unshare, ip and python3',
  timeout: TIMEOUT_MS,
}, async () => {
  const args = overLink(ROUND_TRIP_MS / 2, LOST_PERCENT, process.execPath, PROGRAM);
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [told, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  console.log(told + errors);
  assert.equal(status, 0);
  const [, passed = 0, lost = 0] = (/(\d+) packets passed, (\d+) lost/.exec(errors) ?? []).map(Number);
  // Between a half and twice as many as meant.
  assert.ok(lost > (passed * LOST_PERCENT) / 200 && lost < (passed * LOST_PERCENT) / 50, `${lost} of ${passed}`);
});
