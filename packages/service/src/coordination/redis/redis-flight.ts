import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedFlight, SharedWork } from '../../../../core/src/concurrency/shared-flight.ts';
import { untilAborted } from '../../../../core/src/concurrency/until-aborted.ts';
import { type Waiter, withinBudget } from '../../../../core/src/concurrency/wait-budget.ts';
import { type RedisConnection, redisScript } from './redis-connection.ts';

/** For how long other nodes can see that a thing was made: longer than they pause between two looks. */
const MADE_MS = 10_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Gives the lease to the caller unless another node has it. After a node has made the thing, a mark of its own, `made`
 * and its name, stands in place of the lease. Only a caller who has found nothing since that mark may replace it.
 */
const ENTER = redisScript(`
local holder = redis.call('GET', KEYS[1])
local is_made = holder and string.sub(holder, 1, 5) == 'made '
if is_made and holder ~= ARGV[3] then return holder end
if holder and not is_made and holder ~= ARGV[1] then return 'held' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'mine'
`);

const RENEW = redisScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
`);

/** Others wait no longer: they look for the thing, or make it themselves if making it has failed. */
const LEAVE = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '1' then redis.call('SET', KEYS[1], 'made ' .. ARGV[1], 'PX', ${MADE_MS})
else redis.call('DEL', KEYS[1]) end
return 0
`);

/**
 * Opens the flight that all nodes with the same `name` share. While the server can't be reached, each node makes what it
 * needs.
 */
export function openRedisFlight(
  redis: RedisConnection,
  name: string,
  limits: {
    /** How long to wait for another node before this one makes the thing itself. */
    readonly waitSeconds: number;
    /** How long the lease of a node outlasts the node, in milliseconds; default 10,000. A node that lives renews it. */
    readonly leaseMilliseconds?: number;
  },
): SharedFlight {
  const { waitSeconds, leaseMilliseconds = 10_000 } = limits;

  async function makeAsHolder<Value>(lease: string, holder: string, work: SharedWork<Value>): Promise<Value> {
    const renew = () => redis.run(RENEW, lease, [holder, leaseMilliseconds]).catch(() => {});
    const timer = setInterval(renew, leaseMilliseconds / 3);
    const leave = (isMade: 0 | 1) => {
      clearInterval(timer);
      redis.run(LEAVE, lease, [holder, isMade]).catch(() => {});
    };
    try {
      const value = await work.make();
      // The other nodes wait until they can find it, but our callers don't.
      Promise.resolve(work.whenStored?.()).then(
        () => leave(1),
        () => leave(0),
      );
      return value;
    } catch (error) {
      leave(0);
      throw error;
    }
  }

  async function run<Value>(key: string, work: SharedWork<Value>, waiter: Waiter): Promise<Value> {
    const lease = `abs:${name}:flight:${key}`;
    const holder = randomUUID();
    const deadline = performance.now() + waitSeconds * 1000;
    let pauseMs = FIRST_PAUSE_MS;
    let lookedSince = '';
    for (;;) {
      // A lease that was given although its reply came too late is left like any other.
      const state = await redis.run(ENTER, lease, [holder, leaseMilliseconds, lookedSince]).catch(() => 'mine');
      if (state === 'mine') return await makeAsHolder(lease, holder, work);
      if (state !== 'held') {
        const found = await work.find();
        if (found !== undefined) return found;
        lookedSince = String(state);
        continue;
      }
      if (performance.now() > deadline) return await work.make();
      await withinBudget(waiter, (signal) => untilAborted(pause(pauseMs), signal));
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  return { run };
}
