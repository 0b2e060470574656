import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { readMetrics } from '../support/metrics.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';

const skip = NO_REDIS;
const metricValue = async ({ url }: RunningApp, name: string) => (await readMetrics(url)).get(name);
const statusOf = async ({ url }: RunningApp, caller = '192.0.2.1') =>
  (await fetch(`${url}/node.do?about=true`, { headers: { 'x-forwarded-for': caller } })).status;

test('nodes that share a Redis flush the caches of one another', { skip }, async () => {
  await using redis = await startRedis();
  const settings = { ABS_COORDINATION_URL: redis.url };
  await using one = await startApp(settings);
  await using other = await startApp(settings);
  const cached = async () => await metricValue(other, 'abs_result_cache_entries');
  assert.deepEqual([(await fetch(`${other.url}/node.do?tree=1`)).status, await cached()], [200, 1]);
  // A message is lost while Redis is too slow, which it is on a machine with much to do.
  await until(async () => {
    assert.equal((await fetch(`${one.url}/node.do?tree=1&flush=true`)).status, 200);
    return (await cached()) === 0;
  });
});

test('nodes that share a Redis count the requests of an address together', { skip }, async () => {
  await using redis = await startRedis();
  const settings = {
    ABS_COORDINATION_URL: redis.url,
    ABS_RATE_LIMIT_PER_ADDRESS: 4,
    ABS_RATE_LIMIT_SECONDS: 3600,
    ABS_TRUST_PROXY: '127.0.0.1',
  };
  await using one = await startApp(settings);
  await using other = await startApp(settings);
  let callers = 0;
  let caller = '';
  // A node counts by itself while Redis is too slow, which it is on a machine with much to do.
  await until(async () => {
    callers += 1;
    caller = `2001:db8:0:${callers.toString(16)}::1`;
    const statuses: number[] = [];
    for (const node of [one, other, one, other, one, other]) statuses.push(await statusOf(node, caller));
    return statuses.join() === '200,200,200,200,429,429';
  }, 'no caller is counted by both together');
  await until(async () => (await metricValue(one, 'abs_coordination_reachable')) === 1);

  await redis.kill();
  await until(async () => (await metricValue(one, 'abs_coordination_reachable')) === 0);
  // Each node counts what it has permitted before.
  for (const node of [one, other]) {
    const alone: number[] = [];
    for (let n = 0; n < 4; n++) alone.push(await statusOf(node, caller));
    assert.deepEqual(alone, [200, 200, 429, 429]);
  }
  assert.ok(one.log.some((line) => line.includes('coordination.url')));
  await redis.restart();
  await until(async () => (await metricValue(one, 'abs_coordination_reachable')) === 1);
});

test('a node starts and answers without its Redis, and says so in the log', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  await using app = await startApp({
    ABS_COORDINATION_URL: `redis://:pa55word@${address}`,
    ABS_RATE_LIMIT_PER_ADDRESS: 1,
    ABS_RATE_LIMIT_SECONDS: 3600,
  });
  assert.deepEqual([await statusOf(app), await statusOf(app)], [200, 429]);
  const text = app.log.join('');
  assert.match(text, new RegExp(`coordination\\.url: redis://${address} is an address where nothing listens`));
  assert.doesNotMatch(text, /pa55word/);
});
