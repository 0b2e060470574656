/** Apart from `redis.test.ts`, because limits of tens of thousands of keys take long over a network. */
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { openRedis, type RedisConnection } from '../../src/coordination/redis/connection.ts';
import { openRedisRateLimiter } from '../../src/coordination/redis/redis-rate-limiter.ts';
import { NO_REDIS, type RedisServer, startRedis } from '../support/servers/redis.ts';
import { until } from '../support/until.ts';
import { actionLimiterContract } from './rate-limiter.contract.ts';

describe('Redis', { skip: NO_REDIS }, () => {
  let server: RedisServer;
  let redis: RedisConnection;
  const failures: Error[] = [];
  before(async () => {
    server = await startRedis();
    // The contract is about answers, however slow the machine is.
    redis = openRedis(server, { report: (error) => failures.push(error), waitMilliseconds: 60_000 });
    await until(() => redis.state().isReachable);
  });
  after(async () => {
    redis[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
    if (failures.length > 0) throw new AggregateError(failures);
  });

  actionLimiterContract('the rate limiter of all nodes, for actions', (now) =>
    openRedisRateLimiter(redis, randomUUID(), now),
  );
});
