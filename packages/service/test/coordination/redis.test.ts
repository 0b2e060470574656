import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openRedisBus } from '../../src/coordination/redis/redis-bus.ts';
import { openRedis, type RedisConnection } from '../../src/coordination/redis/redis-connection.ts';
import { openRedisRateLimiter } from '../../src/coordination/redis/redis-rate-limiter.ts';
import { NO_REDIS, type RedisServer, startRedis } from '../support/servers/redis.ts';
import { busContract } from './bus.contract.ts';
import { actionLimiterContract, rateLimiterContract } from './rate-limiter.contract.ts';

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
