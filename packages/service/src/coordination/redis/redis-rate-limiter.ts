import { createHash } from 'node:crypto';
import { intervalOf } from '../gcra.ts';
import type { ActionLimiter, Rate } from '../rate-limiter.ts';
import { type RedisConnection, redisScript } from './redis-connection.ts';

/**
 * GCRA on the server, so that nodes can't both take the last unit. The key holds when all units are free, in
 * microseconds, which Lua's numbers hold exactly. Without a time, that of the server applies: the clocks of nodes
 * differ. A key lives for a minute longer than it counts, because a time that is passed in may run differently.
 */
const TAKE = redisScript(`
local unit, count, units, takes, time = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
if not time then
  local now = redis.call('TIME')
  time = now[1] * 1000000 + now[2]
end
local free = math.max(time, tonumber(redis.call('GET', KEYS[1]) or 0)) + unit * units
local late = free - time - unit * count
if late > 0 then return math.ceil(late / 1000000) end
if takes == '1' then
  redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', math.ceil((free - time) / 1000) + 60000)
end
return 0
`);

const REFUND = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECRBY', KEYS[1], ARGV[1]) end
return 0
`);

const MICROSECONDS_PER_SECOND = 1e6;

/**
 * Opens a limiter whose counts all nodes with the same `name` share. Each call is one round trip, and rejects with
 * RedisUnreachable if the server does not answer in time. `now` returns nanoseconds; default: the server's clock.
 */
export function openRedisRateLimiter(redis: RedisConnection, name: string, now?: () => bigint): ActionLimiter {
  const time = () => (now === undefined ? '' : `${now() / 1000n}`);

  async function ask(key: string, rate: Rate, units: number, takes: boolean): Promise<number> {
    if (rate.count === 0) return 0;
    const args = [unitOf(rate), rate.count, units, takes ? 1 : 0, time()];
    return Number(await redis.run(TAKE, keyOf(name, key), args));
  }

  return {
    take: (key, rate) => ask(key, rate, 1, true),
    peek: (key, rate, units = 1) => ask(key, rate, units, false),
    refund: async (key, rate, seconds) => {
      if (rate.count === 0) return;
      const rest = unitOf(rate) - Math.round(seconds * MICROSECONDS_PER_SECOND);
      if (rest > 0) await redis.run(REFUND, keyOf(name, key), [rest]);
    },
  };
}

/** How long a unit takes to become free again, in whole microseconds. */
function unitOf(rate: Rate): number {
  return Math.max(1, Number(intervalOf(rate).unit / 1000n));
}

/** A hash, because keys contain tokens, which the server's tools would show. */
function keyOf(name: string, key: string): string {
  return `abs:${name}:rate:${createHash('sha256').update(key).digest('base64url').slice(0, 27)}`;
}
