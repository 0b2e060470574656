import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { type FailureLimit, openFailureLimit } from '../../src/coordination/failure-limit.ts';
import { networkOf, plainAddress } from '../../src/coordination/network-of.ts';

/** Tries something that counts: the seconds to wait, else whether the limit is reached by it. */
async function fail(limit: FailureLimit, address: string): Promise<number | boolean> {
  const turn = await limit.take(address);
  return typeof turn === 'number' ? turn : turn.count();
}

test('what is counted within the time is limited, each address for itself', async () => {
  let now = 0;
  const limit = openFailureLimit({ most: 3, windowSeconds: 60, now: () => now });
  const told = [];
  for (const address of ['a', 'a', 'a', 'a', 'b']) told.push(await fail(limit, address));
  assert.deepEqual(told, [false, false, true, 60, false]);
  now = 59_001;
  assert.equal(await fail(limit, 'a'), 1);
  now = 60_000;
  assert.equal(await fail(limit, 'a'), false);
});

test('0 is no limit', async () => {
  const limit = openFailureLimit({ most: 0, windowSeconds: 60 });
  for (let n = 0; n < 1000; n += 1) assert.equal(await fail(limit, 'a'), false);
});

test('of many at once no more are tried than may count; those that do not count make room, and nobody waits for ever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), async (all, most) => {
      const limit = openFailureLimit({ most, windowSeconds: 60, now: () => 0 });
      let open = 0;
      let counted = 0;
      const outcomes = await Promise.all(
        all.map(async (counts) => {
          const turn = await limit.take('a');
          if (typeof turn === 'number') return turn;
          open += 1;
          assert.ok(open + counted <= most);
          await nextTurn();
          open -= 1;
          if (counts) {
            counted += 1;
            turn.count();
          } else turn.giveBack();
          return 0;
        }),
      );
      assert.equal(counted, Math.min(most, all.filter((each) => each).length));
      if (counted < most) assert.ok(outcomes.every((each) => each === 0));
    }),
  );
});

test('in any order of times and addresses nobody gets more than the limit within a window, and nobody waits for others', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(20_000)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, most) => {
      let now = 0;
      const limit = openFailureLimit({ most, windowSeconds: 60, now: () => now });
      const windows = new Map<string, { begin: number; count: number }>();
      for (const [address, passed] of all) {
        now += passed;
        const found = windows.get(address);
        const window = found && now < found.begin + 60_000 ? found : { begin: now, count: 0 };
        windows.set(address, window);
        const told = await fail(limit, address);
        assert.equal(typeof told === 'number', window.count >= most);
        if (typeof told === 'number') continue;
        window.count += 1;
        assert.equal(told, window.count === most);
      }
    }),
  );
});

test('addresses are counted up to a bound, the oldest are forgotten', async () => {
  const limit = openFailureLimit({ most: 1, windowSeconds: 60, mostAddresses: 2, now: () => 0 });
  for (const address of ['a', 'b', 'c']) await fail(limit, address);
  assert.deepEqual([await fail(limit, 'c'), await fail(limit, 'b'), await fail(limit, 'a')], [60, 60, true]);
});

test('an IPv6 address counts by its first 64 bits, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      // An IPv4 address inside is itself.
      fc.pre(!/^[0:]*:ffff:/i.test(address));
      const network = networkOf(address);
      assert.match(network, /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}::\/64$/);
      const [head = ''] = network.split('::/64');
      assert.equal(networkOf(`${head}:1234:5678:9abc:def0`), network);
      assert.equal(networkOf(address.toUpperCase()), network);
      assert.equal(networkOf(plainAddress(address)), network);
    }),
  );
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:0DB8:0:0:ffff::2'));
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'));
});

test('an IPv4 address counts by itself, also inside IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(networkOf(address), address);
      assert.equal(networkOf(`::ffff:${address}`), address);
      assert.equal(plainAddress(`::FFFF:${address}`), address);
    }),
  );
});
