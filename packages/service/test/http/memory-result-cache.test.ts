import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachedResult, openMemoryResultCache } from '../../src/http/response-cache/result-cache.ts';

const HOUR = { seconds: 3600 };

function result(size: number, etag = 'a'): CachedResult {
  return { body: new Uint8Array(size).fill(size), etag, total: size };
}

/** An empty cache of 1 MB. */
const open = (now = () => 0) => openMemoryResultCache({ megabytes: 1, now });

test('returns nothing past its maximum age, and stores nothing with a maximum age of 0', async () => {
  const clock = { now: 0 };
  await using cache = open(() => clock.now);
  cache.set('', 'key', result(10), { seconds: 10 });
  cache.set('', 'never', result(10), { seconds: 0 });
  clock.now = 8900;
  assert.ok(await cache.get('', 'key'));
  assert.equal(await cache.get('', 'never'), undefined);
  clock.now = 10_001;
  assert.equal(await cache.get('', 'key'), undefined);
});

test('keeps any number of results within its limit, and evicts the least recently used', async () => {
  await using cache = open();
  cache.set('', 'loved', result(100), HOUR);
  for (let i = 0; i < 100_000; i++) {
    if (i % 100 === 0) assert.ok(await cache.get('', 'loved'));
    cache.set('', String(i), result(20), HOUR);
  }
  assert.ok(cache.figures().bytes <= 2 ** 20 && cache.figures().entries > 100);
  assert.ok(await cache.get('', '99999'));
  assert.equal(await cache.get('', '0'), undefined);
  cache.set('', 'giant', result(2 ** 21), HOUR);
  assert.ok(await cache.get('', 'loved'));
  assert.equal(await cache.get('', 'giant'), undefined);
});
