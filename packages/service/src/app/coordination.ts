/** Opens what nodes coordinate through Redis. Without it, each node coordinates its own threads in memory. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { connectBuses, openMemoryBus } from '../coordination/bus.ts';
import { openExactRateLimiter } from '../coordination/exact-rate-limiter.ts';
import { openActionFallback, openFallbackLimiter } from '../coordination/fallback-limiter.ts';
import { openMemoryRateLimiter } from '../coordination/memory-rate-limiter.ts';
import type { ActionLimiter, RateLimiter } from '../coordination/rate-limiter.ts';
import { openRedis, type RedisConnection, type RedisState } from '../coordination/redis/connection.ts';
import { openRedisBus } from '../coordination/redis/redis-bus.ts';
import { openRedisFlight } from '../coordination/redis/redis-flight.ts';
import { openRedisRateLimiter } from '../coordination/redis/redis-rate-limiter.ts';
import type { SharedFlight } from '../coordination/shared-flight.ts';
import { limitsRequests } from '../http/request-limit.ts';
import type { SharedCounts } from './process-calls.ts';

/** Topics that concern all nodes; those of metrics stay within one. */
const TOPICS_OF_ALL = ['flush'];

/** How long a node waits for another one that makes the same file, in seconds, before it makes the file itself. */
const FLIGHT_SECONDS = 60;

/** What a process coordinates with other nodes. */
export interface Coordination extends AsyncDisposable {
  readonly rateLimiter: ActionLimiter;
  /** Undefined without Redis. */
  readonly flight: SharedFlight | undefined;
  /** Undefined without Redis. */
  state(): RedisState | undefined;
}

/** Opens the coordination of a process. `service` is a name that its nodes share and no other service has. */
export async function openCoordination(config: Config, service: string, log: Logger): Promise<Coordination> {
  await using stack = new AsyncDisposableStack();
  const local = openExactRateLimiter();
  const redis = connect(config, log);
  if (!redis) {
    return { rateLimiter: local, flight: undefined, state: () => undefined, [Symbol.asyncDispose]: async () => {} };
  }
  stack.use(redis);
  await redis.attempted;
  const threads = stack.use(openMemoryBus(threadBusName(config)));
  connectBuses(threads, stack.use(await openRedisBus(redis, service)), TOPICS_OF_ALL);
  const owned = stack.move();
  return {
    rateLimiter: openActionFallback(openRedisRateLimiter(redis, service), local),
    flight: openRedisFlight(redis, service, { waitSeconds: FLIGHT_SECONDS }),
    state: redis.state,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Name of the bus between the threads of a process. Tests run several services in one process. */
export function threadBusName({ data }: Config): string {
  return `abs ${data}`;
}

/** Opens the limiters of requests of one thread. Connects to Redis only if some requests are limited. */
export function openRequestLimiters(
  config: Config,
  service: string,
  counts: SharedCounts,
  log: Logger,
): Disposable & { readonly addresses: RateLimiter; readonly tokens: RateLimiter } {
  const addresses = openMemoryRateLimiter(counts.addresses);
  const tokens = openMemoryRateLimiter(counts.tokens);
  const redis = limitsRequests(config) ? connect(config, log) : undefined;
  if (!redis) return { addresses, tokens, [Symbol.dispose]: () => {} };
  return {
    addresses: openFallbackLimiter(openRedisRateLimiter(redis, `${service}:addresses`), addresses),
    tokens: openFallbackLimiter(openRedisRateLimiter(redis, `${service}:tokens`), tokens),
    [Symbol.dispose]: redis[Symbol.dispose],
  };
}

function connect({ coordination: { url, passwordFile, caFile } }: Config, log: Logger): RedisConnection | undefined {
  if (url === null) return undefined;
  return openRedis(
    { url, passwordFile: passwordFile?.path ?? null, caFile: caFile?.path ?? null },
    { report: (err) => log.warn({ err }, 'nodes do not share their limits and flushes just now') },
  );
}
