import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc, { forRunsAsync } from '../../../core/test/support/fast-check.ts';
import type { ActionLimiter, Rate, RateLimiter } from '../../src/coordination/rate-limiter.ts';

/** A monotonic clock in nanoseconds. */
type Clock = () => bigint;

const RATE = { count: 3, seconds: 60 };

/** What every rate limiter promises. `open` opens several handles on the same new counts, as threads have them. */
export function rateLimiterContract(name: string, open: (handles: number, now: Clock) => readonly RateLimiter[]): void {
  function start() {
    const time = { ms: 1000 };
    const [limiter, other] = open(2, () => BigInt(time.ms) * 1_000_000n);
    assert.ok(limiter && other);
    return { limiter, other, time };
  }

  describe(name, () => {
    test('permits as many at once as the rate says, then one each time that one becomes free', async () => {
      const { limiter, time } = start();
      const take = async () => await limiter.take('key', RATE);
      assert.deepEqual([await take(), await take(), await take(), await take()], [0, 0, 0, 20]);
      time.ms += 18_999;
      assert.equal(await take(), 2);
      time.ms += 1;
      assert.equal(await take(), 1);
      time.ms += 1000;
      assert.deepEqual([await take(), await take()], [0, 20]);
      time.ms += 60_000;
      assert.deepEqual([await take(), await take(), await take(), await take()], [0, 0, 0, 20]);
    });

    test('all handles count together, each key by itself', async () => {
      const { limiter, other } = start();
      const taken = [limiter, other, limiter, other].map((each) => each.take('key', RATE));
      assert.deepEqual(await Promise.all(taken), [0, 0, 0, 20]);
      assert.equal(await other.take('another key', RATE), 0);
    });

    test('0 is no limit', async () => {
      const { limiter } = start();
      const rate = { count: 0, seconds: 60 };
      for (let n = 0; n < 1000; n++) assert.equal(await limiter.take('key', rate), 0);
    });

    test('the largest rates of the settings are exact', async () => {
      const { limiter } = start();
      const rate = { count: 1_000_000, seconds: 1 };
      // A limiter across a network would need minutes for a million.
      const first = limiter.take('key', rate);
      if (typeof first !== 'number') {
        assert.equal(await first, 0);
        return;
      }
      let taken = 1;
      while (taken < 1_100_000 && limiter.take('key', rate) === 0) taken += 1;
      assert.equal(taken, 1_000_000);
    });

    test('no period exceeds its rate, and waiting for the given time suffices', async () => {
      await forRunsAsync(
        50,
        fc.record({ count: fc.integer({ min: 1, max: 20 }), seconds: fc.integer({ min: 1, max: 100 }) }),
        fc.array(fc.nat(20_000), { maxLength: 60 }),
        async (rate: Rate, gaps) => {
          const { limiter, time } = start();
          const taken: number[] = [];
          for (const gap of gaps) {
            time.ms += gap;
            const wait = await limiter.take('key', rate);
            if (wait > 0) {
              assert.equal(await limiter.take('key', rate), wait);
              time.ms += wait * 1000;
              assert.equal(await limiter.take('key', rate), 0);
            }
            taken.push(time.ms);
          }
          for (const [place, begin] of taken.entries()) {
            for (const [more, end] of taken.slice(place).entries()) {
              const free = rate.count * (1 + (end - begin) / 1000 / rate.seconds);
              // Some limiters count in whole microseconds.
              assert.ok(more + 1 <= free + 0.002, `${more + 1} of ${free}`);
            }
          }
        },
      );
    });

    test('many simultaneous keys hardly ever share a count', async () => {
      const { limiter } = start();
      const takes = Array.from({ length: 10_000 }, (_, n) => limiter.take(`key ${n}`, { count: 1, seconds: 60 }));
      const together = (await Promise.all(takes)).filter((wait) => wait > 0).length;
      assert.ok(together < 50, `${together} of 10,000`);
    });

    test('a refunded unit is free again, and no more than that', async () => {
      const { limiter } = start();
      const rate = { count: 2, seconds: 60 };
      const take = async () => await limiter.take('key', rate);
      assert.deepEqual([await take(), await take(), await take()], [0, 0, 30]);
      await limiter.refund('key', rate, 0);
      assert.deepEqual([await take(), await take()], [0, 30]);
    });

    test('a refund frees only what has not become free since', async () => {
      const { limiter, time } = start();
      const rate = { count: 2, seconds: 60 };
      const take = async () => await limiter.take('key', rate);
      assert.equal(await take(), 0);
      time.ms += 30_000;
      assert.equal(await take(), 0);
      time.ms += 1000;
      await limiter.refund('key', rate, 31);
      assert.deepEqual([await take(), await take()], [0, 29]);
    });
  });
}

/** What every limiter of actions promises besides. */
export function actionLimiterContract(name: string, open: (now: Clock) => ActionLimiter): void {
  function start() {
    const time = { ms: 1000 };
    return { time, limiter: open(() => BigInt(time.ms) * 1_000_000n) };
  }

  describe(name, () => {
    test('a check takes nothing', async () => {
      const { limiter } = start();
      for (let n = 0; n < 5; n++) assert.equal(await limiter.peek('key', RATE), 0);
      for (let n = 0; n < 3; n++) await limiter.take('key', RATE);
      assert.deepEqual([await limiter.peek('key', RATE), await limiter.peek('key', RATE)], [20, 20]);
    });

    test('a check can ask for several units', async () => {
      const { limiter } = start();
      await limiter.take('key', RATE);
      assert.deepEqual([await limiter.peek('key', RATE, 2), await limiter.peek('key', RATE, 3)], [0, 20]);
      assert.equal(await limiter.peek('key', { count: 0, seconds: 60 }, 3), 0);
    });
  });
}
