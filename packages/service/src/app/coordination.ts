/** Opens what nodes coordinate through Redis. Without it, each node coordinates its own threads in memory. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { connectBuses, openMemoryBus } from '../coordination/bus.ts';
import { openExactRateLimiter } from '../coordination/exact-rate-limiter.ts';
import { openActionFallback, openFallbackLimiter } from '../coordination/fallback-limiter.ts';
import { openMemoryRateLimiter } from '../coordination/memory-rate-limiter.ts';
import type { ActionLimiter, RateLimiter } from '../coordination/rate-limiter.ts';
import type { RedisState } from '../coordination/redis/redis-connection.ts';
import { limitsRequests } from '../http/request-limit.ts';
import type { SharedCounts } from './process-calls.ts';

/** Topics that concern all nodes; those of metrics stay within one. */
const TOPICS_OF_ALL = ['flush'];

/** What a process coordinates with other nodes. */
export interface Coordination extends AsyncDisposable {
  readonly rateLimiter: ActionLimiter;
  /** Undefined without Redis. */
  state(): RedisState | undefined;
}

/** Opens the coordination of a process. `service` identifies the catalogue. */
export async function openCoordination(config: Config, service: string, log: Logger): Promise<Coordination> {
  await using stack = new AsyncDisposableStack();
  const local = openExactRateLimiter();
  const connected = await connect(config, log);
  if (!connected) return { rateLimiter: local, state: () => undefined, [Symbol.asyncDispose]: async () => {} };
  const { openRedisBus, openRedisRateLimiter } = connected;
  const redis = stack.use(connected.redis);
  await redis.attempted;
  const name = nameOf(config, service);
  const threads = stack.use(openMemoryBus(threadBusName(config)));
  connectBuses(threads, stack.use(await openRedisBus(redis, name)), TOPICS_OF_ALL);
  const owned = stack.move();
  return {
    rateLimiter: openActionFallback(openRedisRateLimiter(redis, `${name}:actions`), local),
    state: redis.state,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Name of the bus between the threads of a process. Tests run several services in one process. */
export function threadBusName({ data }: Config): string {
  return `abs ${data}`;
}

/** Opens the limiters of requests of one thread. Connects to Redis only if some requests are limited. */
export async function openRequestLimiters(
  config: Config,
  service: string,
  counts: SharedCounts,
  log: Logger,
): Promise<Disposable & { readonly addresses: RateLimiter; readonly tokens: RateLimiter }> {
  const addresses = openMemoryRateLimiter(counts.addresses);
  const tokens = openMemoryRateLimiter(counts.tokens);
  const connected = limitsRequests(config) ? await connect(config, log) : undefined;
  if (!connected) return { addresses, tokens, [Symbol.dispose]: () => {} };
  const { redis, openRedisRateLimiter } = connected;
  const name = nameOf(config, service);
  return {
    addresses: openFallbackLimiter(openRedisRateLimiter(redis, `${name}:addresses`), addresses),
    tokens: openFallbackLimiter(openRedisRateLimiter(redis, `${name}:tokens`), tokens),
    [Symbol.dispose]: redis[Symbol.dispose],
  };
}

/**
 * Returns a name that the nodes of a service share and others on the same server don't have. Nodes with catalogues of
 * their own are one service if they use the same database number.
 */
function nameOf({ catalogue, coordination }: Config, service: string): string {
  if (catalogue.url !== null) return service;
  return `database-${new URL(coordination.url ?? '').pathname.slice(1) || '0'}`;
}

/** Connects to Redis; undefined if the settings name none. */
async function connect({ caFile, coordination }: Config, log: Logger) {
  const { url } = coordination;
  if (url === null) return undefined;
  const report = ({ message }: Error) => log.warn(`${message}; meanwhile this node limits and flushes alone`);
  const { openRedis, ...adapters } = await loadRedis();
  return { ...adapters, redis: openRedis({ ...coordination, caFile, url }, { report }) };
}

/** Loads the adapters of Redis. Its client has hundreds of files, which a node without Redis doesn't need. */
async function loadRedis() {
  const [{ openRedis }, { openRedisBus }, { openRedisRateLimiter }] = await Promise.all([
    import('../coordination/redis/redis-connection.ts'),
    import('../coordination/redis/redis-bus.ts'),
    import('../coordination/redis/redis-rate-limiter.ts'),
  ]);
  return { openRedis, openRedisBus, openRedisRateLimiter };
}
