import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openRedisBus } from '../../src/coordination/redis/redis-bus.ts';
import { openRedis, type RedisConnection } from '../../src/coordination/redis/redis-connection.ts';
import { openRedisFlight } from '../../src/coordination/redis/redis-flight.ts';
import { openRedisRateLimiter } from '../../src/coordination/redis/redis-rate-limiter.ts';
import { NO_REDIS, type RedisServer, startRedis } from '../support/servers/redis.ts';
import { busContract } from './bus.contract.ts';
import { actionLimiterContract, rateLimiterContract } from './rate-limiter.contract.ts';
import { sharedFlightContract } from './shared-flight.contract.ts';

const ENDLESS = { signal: new AbortController().signal };

describe('Redis', { skip: NO_REDIS }, () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  const reports: string[] = [];
  before(async () => {
    server = await startRedis();
    // Contracts are about answers, however slow the machine is.
    const options = { report: (error: Error) => reports.push(error.message), waitMilliseconds: 60_000 };
    for (let n = 0; n < 3; n++) connections.push(openRedis(server, options));
    await until(() => connections.every((redis) => redis.state().isReachable));
  });
  after(async () => {
    for (const connection of connections) connection[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
    assert.deepEqual(reports, []);
  });

  busContract('the bus between nodes', async (handles) => {
    const name = randomUUID();
    return await Promise.all(connections.slice(0, handles).map((redis) => openRedisBus(redis, name)));
  });

  rateLimiterContract('the rate limiter of all nodes', (handles, now) => {
    const name = randomUUID();
    return connections.slice(0, handles).map((redis) => openRedisRateLimiter(redis, name, now));
  });

  actionLimiterContract('the rate limiter of all nodes, for actions', (now) => {
    const [redis] = connections;
    assert.ok(redis);
    return openRedisRateLimiter(redis, randomUUID(), now);
  });

  sharedFlightContract('the flight of all nodes', (nodes) => {
    const name = randomUUID();
    return connections.slice(0, nodes).map((redis) => openRedisFlight(redis, name, { waitSeconds: 3600 }));
  });

  test('a node does not wait longer for another than it is told', async () => {
    const [one, other] = connections;
    assert.ok(one && other);
    const name = randomUUID();
    const { promise: finished, resolve: finish } = Promise.withResolvers<string>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = openRedisFlight(one, name, { waitSeconds: 0.05 }).run(
      'thing',
      {
        find: async () => undefined,
        make: async () => {
          begin();
          return await finished;
        },
      },
      ENDLESS,
    );
    await begun;
    const own = { find: async () => undefined, make: async () => 'own' };
    assert.equal(await openRedisFlight(other, name, { waitSeconds: 0.05 }).run('thing', own, ENDLESS), 'own');
    finish('slow');
    assert.equal(await slow, 'slow');
  });

  test('the lease of a node that has died ends', async () => {
    const [alive] = connections;
    assert.ok(alive);
    const dead = openRedis(server, { report: () => {}, waitMilliseconds: 60_000 });
    await dead.attempted;
    const name = randomUUID();
    const flight = (redis: RedisConnection) =>
      openRedisFlight(redis, name, { waitSeconds: 3600, leaseMilliseconds: 300 });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const never = Promise.withResolvers<string>();
    const work = (make: () => Promise<string>) => ({ find: async () => undefined, make });
    const lost = flight(dead).run(
      'lost',
      work(() => {
        begin();
        return never.promise;
      }),
      ENDLESS,
    );
    await begun;
    dead[Symbol.dispose]();
    assert.equal(
      await flight(alive).run(
        'lost',
        work(async () => 'again'),
        ENDLESS,
      ),
      'again',
    );
    never.resolve('in vain');
    assert.equal(await lost, 'in vain');
  });

  test('a node that lives renews its lease', async () => {
    const [redis] = connections;
    assert.ok(redis);
    const [name, leaseMilliseconds] = [randomUUID(), 6000];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<string>();
    const make = () => {
      begin();
      return slow.promise;
    };
    const flight = openRedisFlight(redis, name, { waitSeconds: 3600, leaseMilliseconds });
    const kept = flight.run('kept', { find: async () => undefined, make }, ENDLESS);
    await begun;
    const lease = `abs:${name}:flight:kept`;
    assert.equal(await redis.send(['PEXPIRE', lease, '3600000']), 1);
    // Nothing but a renewal replaces this hour.
    await until(async () => Number(await redis.send(['PTTL', lease])) <= leaseMilliseconds);
    slow.resolve('at last');
    assert.equal(await kept, 'at last');
  });

  test('a node whose lease has ended leaves that of the next node alone', async () => {
    const [redis] = connections;
    assert.ok(redis);
    const name = randomUUID();
    const lease = `abs:${name}:flight:taken`;
    for (const end of [async () => 'made', () => Promise.reject(new Error('broken'))]) {
      const make = async () => {
        await redis.send(['SET', lease, 'another node']);
        return await end();
      };
      const flight = openRedisFlight(redis, name, { waitSeconds: 3600, leaseMilliseconds: 3_600_000 });
      await flight.run('taken', { find: async () => undefined, make }, ENDLESS).catch(() => {});
      // The connection keeps the order, so this is read after the flight has left.
      assert.equal(await redis.send(['GET', lease]), 'another node');
      await redis.send(['DEL', lease]);
    }
  });

  test('the server sees no token among the keys of limits, and forgets what counts no more', async () => {
    const [redis] = connections;
    assert.ok(redis);
    const name = randomUUID();
    await openRedisRateLimiter(redis, name).take('secret-token', { count: 10, seconds: 60 });
    const keys = (await redis.send(['KEYS', `abs:${name}:*`])) as readonly string[];
    assert.equal(keys.length, 1);
    assert.doesNotMatch(keys[0] ?? '', /secret/);
    const milliseconds = Number(await redis.send(['PTTL', keys[0] ?? '']));
    assert.ok(milliseconds > 0 && milliseconds <= 66_000, `${milliseconds}`);
  });
});
