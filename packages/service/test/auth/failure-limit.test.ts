import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc, { forAll, forAllAsync } from '../../../core/test/support/fast-check.ts';
import { type FailureLimit, openFailureLimit } from '../../src/auth/failure-limit.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { networkOf, plainAddress } from '../../src/coordination/network-of.ts';

const { signal } = new AbortController();

const limiterAt = (time: { ms: number }) => openExactRateLimiter(() => BigInt(time.ms) * 1_000_000n);

/** Fails an attempt; returns whether that reaches the limit, or the seconds to wait. */
async function fail(limit: FailureLimit, address: string): Promise<number | boolean> {
  const attempt = await limit.begin(address, { signal });
  return typeof attempt === 'number' ? attempt : await attempt.fail();
}

test('failures are limited by address, and reaching the limit is reported once per period', async () => {
  const time = { ms: 0 };
  const limit = openFailureLimit(limiterAt(time), 'test', { count: 3, seconds: 60 });
  const told = [];
  for (const address of ['a', 'a', 'a', 'a', 'b']) told.push(await fail(limit, address));
  assert.deepEqual(told, [false, false, true, 20, false]);
  time.ms = 19_001;
  assert.equal(await fail(limit, 'a'), 1);
  time.ms = 20_000;
  assert.equal(await fail(limit, 'a'), false);
  assert.equal(await fail(limit, 'a'), 20);
  time.ms = 120_000;
  assert.deepEqual([await fail(limit, 'a'), await fail(limit, 'a'), await fail(limit, 'a')], [false, false, true]);
});

test('limits with different names count separately, and 0 is no limit', async () => {
  const limiter = limiterAt({ ms: 0 });
  const [one, other, none] = [1, 1, 0].map((count, place) =>
    openFailureLimit(limiter, `limit ${place}`, { count, seconds: 60 }),
  );
  assert.ok(one && other && none);
  assert.deepEqual([await fail(one, 'a'), await fail(other, 'a'), await fail(one, 'a')], [true, true, 60]);
  for (let n = 0; n < 1000; n += 1) assert.equal(await fail(none, 'a'), false);
});

test('concurrent attempts are limited to the failures left; successes make room, and no attempt waits forever', async () => {
  await forAllAsync(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), async (all, most) => {
    const limit = openFailureLimit(limiterAt({ ms: 0 }), 'test', { count: most, seconds: 60 });
    let open = 0;
    let counted = 0;
    const outcomes = await Promise.all(
      all.map(async (counts) => {
        const attempt = await limit.begin('a', { signal });
        if (typeof attempt === 'number') return attempt;
        open += 1;
        assert.ok(open + counted <= most);
        await nextTurn();
        open -= 1;
        if (counts) {
          counted += 1;
          await attempt.fail();
        } else attempt.succeed();
        return 0;
      }),
    );
    assert.equal(counted, Math.min(most, all.filter((each) => each).length));
    if (counted < most) assert.ok(outcomes.every((each) => each === 0));
  });
});

test('attempts that still run do not reach the limit', async () => {
  const limit = openFailureLimit(limiterAt({ ms: 0 }), 'test', { count: 2, seconds: 60 });
  const [one, other] = [await limit.begin('a', { signal }), await limit.begin('a', { signal })];
  assert.ok(typeof one === 'object' && typeof other === 'object');
  assert.equal(await one.fail(), false);
  other.succeed();
  assert.equal(await fail(limit, 'a'), true);
});

test('an aborted attempt stops waiting and leaves its turn to the next', async () => {
  const limit = openFailureLimit(limiterAt({ ms: 0 }), 'test', { count: 1, seconds: 60 });
  const first = await limit.begin('a', { signal });
  const gone = new AbortController();
  const second = limit.begin('a', { signal: gone.signal });
  const third = limit.begin('a', { signal });
  await nextTurn();
  gone.abort(new Error('gone'));
  await assert.rejects(second, { message: 'gone' });
  assert.ok(typeof first === 'object');
  first.succeed();
  assert.ok(typeof (await third) === 'object');
});

test('an IPv6 address counts by its first 64 bits, however it is written', () => {
  forAll(fc.ipV6(), (address) => {
    // An IPv4 address inside is itself.
    fc.pre(!/^[0:]*:ffff:/i.test(address));
    const network = networkOf(address);
    assert.match(network, /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}::\/64$/);
    const [head = ''] = network.split('::/64');
    assert.equal(networkOf(`${head}:1234:5678:9abc:def0`), network);
    assert.equal(networkOf(address.toUpperCase()), network);
    assert.equal(networkOf(plainAddress(address)), network);
  });
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:0DB8:0:0:ffff::2'));
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'));
});

test('an IPv4 address counts by itself, even inside IPv6', () => {
  forAll(fc.ipV4(), (address) => {
    assert.equal(networkOf(address), address);
    assert.equal(networkOf(`::ffff:${address}`), address);
    assert.equal(plainAddress(`::FFFF:${address}`), address);
  });
});
