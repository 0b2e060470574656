import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CachedResult, ResultCache } from '../../src/http/response-cache/result-cache.ts';

const HOUR = { seconds: 3600 };

function result(size: number, etag = 'a'): CachedResult {
  return { body: new Uint8Array(size).fill(size), etag, total: size };
}

/** What every result cache must do. `open` opens an empty one of 1 MB, whose clock the test sets. */
export function resultCacheContract(
  name: string,
  open: (options: { now: () => number }) => Promise<ResultCache>,
): void {
  describe(`${name}: result cache`, () => {
    test('returns what was stored, by group and key', async () => {
      await using cache = await open({ now: () => 0 });
      cache.set('', 'key', result(10), HOUR);
      cache.set('press', 'key', result(20), HOUR);
      assert.deepEqual(await cache.get('', 'key'), result(10));
      assert.deepEqual(await cache.get('press', 'key'), result(20));
      assert.equal(await cache.get('', 'other'), undefined);
      cache.set('', 'key', result(30, 'b'), HOUR);
      assert.deepEqual(await cache.get('', 'key'), result(30, 'b'));
    });

    test('distinguishes keys with line breaks and of other scripts', async () => {
      await using cache = await open({ now: () => 0 });
      const keys = ['a', 'a\nb', 'b', 'ä', '😀', 'a\u0000', ''];
      for (const [i, key] of keys.entries()) cache.set('', key, result(i + 1), HOUR);
      for (const [i, key] of keys.entries()) assert.deepEqual(await cache.get('', key), result(i + 1), key);
    });

    test('returns nothing past its maximum age, and stores nothing with a maximum age of 0', async () => {
      const clock = { now: 0 };
      await using cache = await open({ now: () => clock.now });
      cache.set('', 'key', result(10), { seconds: 10 });
      cache.set('', 'never', result(10), { seconds: 0 });
      clock.now = 8900;
      assert.ok(await cache.get('', 'key'));
      assert.equal(await cache.get('', 'never'), undefined);
      clock.now = 10_001;
      assert.equal(await cache.get('', 'key'), undefined);
    });

    test('clears one group only', async () => {
      await using cache = await open({ now: () => 0 });
      cache.set('', 'key', result(10), HOUR);
      cache.set('press', 'key', result(10), HOUR);
      cache.clear('press');
      assert.ok(await cache.get('', 'key'));
      assert.equal(await cache.get('press', 'key'), undefined);
    });

    test('keeps a hundred thousand distinct results within its limit, and holds the newest', async () => {
      await using cache = await open({ now: () => 0 });
      for (let i = 0; i < 100_000; i++) cache.set('', String(i), { body: SMALL, etag: 'a' }, HOUR);
      assert.ok(cache.figures().bytes <= 2 ** 20);
      assert.ok(cache.figures().entries > 100);
      assert.ok(await cache.get('', '99999'));
      assert.equal(await cache.get('', '0'), undefined);
    });

    test('evicts the least recently used entries, and does not store what is larger than the cache', async () => {
      await using cache = await open({ now: () => 0 });
      cache.set('', 'loved', result(100_000), HOUR);
      for (let i = 0; i < 50; i++) {
        assert.ok(await cache.get('', 'loved'));
        cache.set('', String(i), result(100_000), HOUR);
      }
      cache.set('', 'giant', result(2 ** 21), HOUR);
      assert.ok(await cache.get('', 'loved'));
      assert.equal(await cache.get('', 'giant'), undefined);
    });

    test('counts hits and misses', async () => {
      await using cache = await open({ now: () => 0 });
      cache.set('', 'key', result(10), HOUR);
      await cache.get('', 'key');
      await cache.get('', 'key');
      await cache.get('', 'other');
      const { hits, misses, entries } = cache.figures();
      assert.deepEqual({ hits, misses, entries }, { hits: 2, misses: 1, entries: 1 });
    });
  });
}

const SMALL = new Uint8Array(20);
