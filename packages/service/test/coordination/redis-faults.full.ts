import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { newAuthority } from '../../../core/test/support/authority.ts';
import { freePort } from '../../../core/test/support/free-port.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { openActionFallback } from '../../src/coordination/fallback-limiter.ts';
import { openRedisBus } from '../../src/coordination/redis/redis-bus.ts';
import { openRedis, type RedisSettings } from '../../src/coordination/redis/redis-connection.ts';
import { redisFailure } from '../../src/coordination/redis/redis-failure.ts';
import { openRedisRateLimiter } from '../../src/coordination/redis/redis-rate-limiter.ts';
import { lacksTls, NO_REDIS, startRedis } from '../support/servers/redis.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

const HOUR = { count: 3, seconds: 3600 };

/** A connection with the sentences that it reports. */
function connect(settings: RedisSettings, waitMilliseconds?: number) {
  const reports: string[] = [];
  const redis = openRedis(settings, {
    report: ({ message }) => reports.push(message),
    ...(waitMilliseconds === undefined ? {} : { waitMilliseconds }),
  });
  return { redis, reports, [Symbol.dispose]: () => redis[Symbol.dispose]() };
}

/** A limiter of one node over a connection. */
function nodeLimiter(redis: ReturnType<typeof connect>['redis'], name: string) {
  return openActionFallback(openRedisRateLimiter(redis, name), openExactRateLimiter());
}

describe('an outage of Redis', { skip: NO_REDIS }, () => {
  test('after kill -9 limits hold in each node by itself, and again in all nodes once it is back', async () => {
    await using server = await startRedis();
    using one = connect(server, 60_000);
    using other = connect(server, 60_000);
    await until(() => one.redis.state().isReachable && other.redis.state().isReachable);
    const name = randomUUID();
    const [first, second] = [nodeLimiter(one.redis, name), nodeLimiter(other.redis, name)];
    assert.deepEqual([await first.take('key', HOUR), await second.take('key', HOUR)], [0, 0]);
    await server.kill();
    // The unit that each node has taken counts for it.
    for (const limiter of [first, second]) {
      assert.deepEqual([await limiter.take('key', HOUR), await limiter.take('key', HOUR)], [0, 0]);
      assert.ok((await limiter.take('key', HOUR)) > 0);
      assert.ok((await limiter.peek('key', HOUR)) > 0);
    }
    assert.equal(one.redis.state().isReachable, false);
    assert.ok(one.redis.state().failed > 0);
    assert.equal(one.reports.length, 1);
    assert.match(one.reports[0] ?? '', new RegExp(`^coordination\\.url: ${server.url} `));
    await server.restart();
    await until(() => one.redis.state().isReachable && other.redis.state().isReachable);
    const takes = [first, second, first, second].map((limiter) => limiter.take('new', HOUR));
    assert.equal((await Promise.all(takes)).filter((wait) => wait > 0).length, 1);
  });

  test('a unit is refunded only where it was taken', async () => {
    await using server = await startRedis();
    await using proxy = await startSlowProxy(server.port);
    using direct = connect(server, 60_000);
    using led = connect({ url: `redis://127.0.0.1:${proxy.port}` }, 60_000);
    await until(() => direct.redis.state().isReachable && led.redis.state().isReachable);
    const name = randomUUID();
    const [limiter, other] = [nodeLimiter(led.redis, name), nodeLimiter(direct.redis, name)];
    const away = async () => {
      proxy.leadTo(await freePort());
      await until(() => !led.redis.state().isReachable, 'the outage is not noticed');
    };
    const back = async () => {
      proxy.leadTo(server.port);
      await until(() => led.redis.state().isReachable, 'the connection is not made again');
    };
    const takeAll = async (from: typeof limiter, key: string) => {
      for (let unit = 0; unit < HOUR.count; unit += 1) assert.equal(await from.take(key, HOUR), 0);
    };

    await away();
    await takeAll(limiter, 'taken here');
    await back();
    assert.equal(await limiter.take('taken here', HOUR), 0);
    await limiter.refund('taken here', HOUR, 0);
    await away();
    assert.ok((await limiter.take('taken here', HOUR)) > 0);

    await takeAll(other, 'taken there');
    assert.equal(await limiter.take('taken there', HOUR), 0);
    await back();
    await limiter.refund('taken there', HOUR, 0);
    assert.ok((await other.take('taken there', HOUR)) > 0);
  });

  test('a server that answers too late is not waited for, and used again when it answers in time', async () => {
    await using server = await startRedis();
    await using proxy = await startSlowProxy(server.port);
    using slow = connect({ url: `redis://127.0.0.1:${proxy.port}` }, 150);
    await slow.redis.attempted;
    const limiter = nodeLimiter(slow.redis, randomUUID());
    assert.equal(await limiter.take('key', HOUR), 0);
    proxy.delay(1000);
    await until(async () => {
      await limiter.take('other key', HOUR);
      return !slow.redis.state().isReachable;
    });
    // Each would take a second if it waited for the server, which counts none of them.
    for (let n = 0; n < 1000; n++) await limiter.take(`key ${n}`, HOUR);
    assert.match(slow.reports[0] ?? '', /^coordination\.url: redis:\/\/127\.0\.0\.1:\d+ does not answer in time/);
    proxy.delay(0);
    await until(() => slow.redis.state().isReachable);
  });

  test('a server that hangs is left for a new connection, and messages arrive again after that', async () => {
    await using server = await startRedis();
    await using proxy = await startSlowProxy(server.port);
    const address = { url: `redis://127.0.0.1:${proxy.port}` };
    using one = connect(address, 60_000);
    using other = connect(address, 60_000);
    await until(() => one.redis.state().isReachable && other.redis.state().isReachable);
    const name = randomUUID();
    using sender = await openRedisBus(one.redis, name);
    using receiver = await openRedisBus(other.redis, name);
    const received: unknown[] = [];
    receiver.subscribe('news', (message) => received.push(message));
    server.signal('SIGSTOP');
    const before = proxy.accepted();
    await until(() => proxy.accepted() >= before + 2);
    assert.deepEqual([one.redis.state().isReachable, other.redis.state().isReachable], [false, false]);
    sender.publish('news', 'lost');
    server.signal('SIGCONT');
    await until(() => one.redis.state().isReachable && other.redis.state().isReachable);
    await until(() => {
      sender.publish('news', 'back');
      return received.length > 0;
    });
    assert.equal(received[0], 'back');
  });
});

describe('a connection to Redis that is set wrongly', { skip: NO_REDIS }, () => {
  /** Connects and returns the sentence that is reported. */
  async function sentence(settings: RedisSettings): Promise<string> {
    using wrong = connect(settings);
    await until(() => wrong.reports.length > 0);
    const limiter = nodeLimiter(wrong.redis, 'x');
    assert.equal(await limiter.take('key', HOUR), 0);
    return wrong.reports[0] ?? '';
  }

  test('a wrong address, host or server is named in one sentence', async () => {
    const port = await freePort();
    const nobody = `coordination.url: redis://127.0.0.1:${port} is an address where nothing listens (ECONNREFUSED)`;
    assert.equal(await sentence({ url: `redis://user:pa55word@127.0.0.1:${port}/1` }), nobody);
    const unknown =
      /^coordination\.url: redis:\/\/no-such-host\.invalid:6379 (?:is not a known host name \(E\w+\)$|does not answer in time)/;
    assert.match(await sentence({ url: 'redis://no-such-host.invalid:6379' }), unknown);
  });

  test('a wrong password is reported without it, and a right one is used from either place', async () => {
    await using server = await startRedis({ password: 'pa55word' });
    assert.match(await sentence({ url: server.url.replace('redis:', 'rediss:') }), /^coordination\.url: rediss:/);
    const wrong = `redis://:wr0ng@127.0.0.1:${server.port}`;
    const refused = `coordination.url: ${server.url} refuses the user or the password (coordination.passwordFile, or in the URL)`;
    assert.equal(await sentence({ url: wrong }), `${refused} (WRONGPASS)`);
    assert.equal(await sentence({ url: server.url, passwordFile: { text: 'wr0ng' } }), `${refused} (WRONGPASS)`);
    assert.equal(await sentence({ url: server.url }), `${refused} (NOAUTH)`);
    using inFile = connect({ url: server.url, passwordFile: { text: 'pa55word' } });
    using inUrl = connect({ url: `redis://:pa55word@127.0.0.1:${server.port}` });
    await until(() => inFile.redis.state().isReachable && inUrl.redis.state().isReachable);
  });

  test('a server that quotes the command with the password is reported without it', async () => {
    // Redis 5 and some proxies answer like that, because they don't know HELLO.
    await using server = await startRedis({ password: 'pa55word', directives: ['--rename-command', 'HELLO', ''] });
    const old = `coordination.url: ${server.url} is older than Redis 6, or a proxy that does not pass HELLO on (ERR)`;
    assert.equal(await sentence({ url: server.url, passwordFile: { text: 'pa55word' } }), old);
  });

  test('of an unknown error only the kind is reported', () => {
    const reply = new Error("STRANGE cannot run 'HELLO' '3' 'AUTH' 'default' 'pa55word'");
    assert.equal(
      redisFailure(reply, 'redis://:pa55word@cache').message,
      'coordination.url: redis://cache answers with an error (STRANGE)',
    );
  });

  test('over TLS, the certificate must be of an authority that is trusted, and for the name in the URL', {
    skip: lacksTls() || (findProgram('openssl') === undefined && 'skipped: openssl is not here'),
  }, async () => {
    using folder = temporaryFolder();
    const [authority, other] = [await newAuthority(folder.path, 'authority'), await newAuthority(folder.path, 'other')];
    await using server = await startRedis({ tls: await authority.sign('localhost') });
    assert.match(server.url, /^rediss:\/\/localhost:/);
    const untrusted = `coordination.url: ${server.url} shows a certificate that is not trusted; check caFile (`;
    for (const caFile of [null, other.certificate]) {
      const said = await sentence({ url: server.url, caFile });
      assert.ok(said.startsWith(untrusted), said);
    }
    const caFile = authority.certificate;
    const byNumber = `rediss://127.0.0.1:${server.port}`;
    const misnamed = `coordination.url: ${byNumber} shows a certificate that is for other host names; the URL must use one of them (ERR_TLS_CERT_ALTNAME_INVALID)`;
    assert.equal(await sentence({ url: byNumber, caFile }), misnamed);
    // Depending on what is noticed first, the code of a system error follows.
    const plain = await sentence({ url: `redis://127.0.0.1:${server.port}`, caFile });
    assert.ok(plain.includes(' closes the connection (a server with TLS needs rediss://)'), plain);
    using right = connect({ url: server.url, caFile }, 60_000);
    await until(() => right.redis.state().isReachable);
    assert.equal(await right.redis.send(['PING']), 'PONG');
    const heard: string[] = [];
    await right.redis.subscribe('abs:tls', (message) => heard.push(message));
    await right.redis.send(['PUBLISH', 'abs:tls', 'x'.repeat(100_000)]);
    await until(() => heard[0]?.length === 100_000);
    assert.deepEqual(right.reports, []);
    await server.kill();
    await server.restart();
    await until(() => right.redis.state().isReachable, 'the connection does not heal');
  });
});
