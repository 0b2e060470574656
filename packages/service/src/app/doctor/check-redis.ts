import type { Config } from '../../config/settings.ts';
import { openRedis, type RedisConnection, redisScript } from '../../coordination/redis/redis-connection.ts';
import { clockFindings, type Diagnosis, shownTime } from './diagnosis.ts';

const WAIT_MS = 2000;
const ROUND_TRIPS = 11;
/** Nodes wait no longer than this for Redis, so a slower server is not used. */
const SLOW_TRIP_MS = 100;
const SCRIPT = redisScript(`return redis.call('SET', KEYS[1], '1', 'PX', '1000')`);
const KEY = 'abs:doctor:1';

/** Asks the server that coordinates nodes, and uses the commands that the service uses. */
export async function* checkCoordination({ caFile, coordination }: Config): AsyncGenerator<Diagnosis> {
  const part = 'coordination';
  const { url } = coordination;
  if (url === null) return;
  const outages: Error[] = [];
  const report = (error: Error): void => void outages.push(error);
  using redis = openRedis({ ...coordination, caFile, url }, { report, waitMilliseconds: WAIT_MS });
  await redis.attempted;
  if (outages.length > 0 || !redis.state().isReachable) {
    yield {
      part,
      state: 'problem',
      text: outages[0]?.message ?? 'coordination.url: the server does not answer in time',
    };
    return;
  }
  try {
    const { milliseconds, clock } = await measure(redis);
    await redis.run(SCRIPT, KEY, []);
    await redis.send(['PUBLISH', KEY, '']);
    const { protocol, host } = new URL(url);
    const text = `${await versionOf(redis)} at ${protocol}//${host}, round trip ${shownTime(milliseconds)}`;
    yield { part, state: 'ok', text };
    if (milliseconds > SLOW_TRIP_MS) {
      const remedy = 'run it closer to the nodes, which wait no longer than 100 ms';
      yield { part, state: 'problem', text: `a round trip takes ${shownTime(milliseconds)}`, remedy };
    }
    yield* clockFindings(part, clock);
  } catch (error) {
    const text =
      outages[0]?.message ?? `the server refuses a command: ${error instanceof Error ? error.message : error}`;
    yield { part, state: 'problem', text, remedy: 'see docs/operate/many-nodes.md for the rights that the user needs' };
  }
}

/** Returns the median round trip, and the server's clock minus ours, in milliseconds. */
async function measure(redis: RedisConnection) {
  const trips: { readonly milliseconds: number; readonly clock: number }[] = [];
  for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
    const [before, start] = [Date.now(), performance.now()];
    const time = await redis.send(['TIME']).catch(() => undefined);
    if (time === undefined) await redis.send(['PING']);
    const milliseconds = performance.now() - start;
    const [seconds, microseconds] = Array.isArray(time) ? time.map(Number) : [];
    const now = seconds === undefined ? before : seconds * 1000 + (microseconds ?? 0) / 1000;
    trips.push({ milliseconds, clock: now - before - milliseconds / 2 });
  }
  trips.sort((a, b) => a.milliseconds - b.milliseconds);
  return { milliseconds: trips[trips.length >> 1]?.milliseconds ?? 0, clock: trips[0]?.clock };
}

async function versionOf(redis: RedisConnection): Promise<string> {
  // Not every user may ask.
  const info = String(await redis.send(['INFO', 'server']).catch(() => ''));
  const [, valkey] = /^valkey_version:(\S+)/m.exec(info) ?? [];
  const [, version = ''] = /^redis_version:(\S+)/m.exec(info) ?? [];
  return valkey === undefined ? `Redis ${version}`.trimEnd() : `Valkey ${valkey}`;
}
