import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { networkOf, plainAddress } from '../../src/limits/network-of.ts';
import { openPerAddressLimit } from '../../src/limits/per-address.ts';

test('what is counted within the time is limited, each address for itself', () => {
  let now = 0;
  const limit = openPerAddressLimit({ most: 3, windowSeconds: 60, now: () => now });
  assert.deepEqual(
    ['a', 'a', 'a'].map((address) => limit.count(address)),
    [false, false, true],
  );
  assert.equal(limit.waitSeconds('a'), 60);
  assert.equal(limit.waitSeconds('b'), 0);
  now = 59_001;
  assert.equal(limit.waitSeconds('a'), 1);
  now = 60_000;
  assert.equal(limit.waitSeconds('a'), 0);
  assert.equal(limit.count('a'), false);
});

test('0 is no limit', () => {
  const limit = openPerAddressLimit({ most: 0, windowSeconds: 60 });
  for (let n = 0; n < 1000; n += 1) assert.equal(limit.count('a'), false);
  assert.equal(limit.waitSeconds('a'), 0);
});

test('in any order of times and addresses nobody gets more than the limit within a window, and nobody waits for others', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(20_000)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (all, most) => {
      let now = 0;
      const limit = openPerAddressLimit({ most, windowSeconds: 60, now: () => now });
      const windows = new Map<string, { begin: number; count: number }>();
      for (const [address, passed] of all) {
        now += passed;
        const found = windows.get(address);
        const window = found && now < found.begin + 60_000 ? found : { begin: now, count: 0 };
        windows.set(address, window);
        assert.equal(limit.waitSeconds(address) > 0, window.count >= most);
        if (limit.waitSeconds(address) > 0) continue;
        window.count += 1;
        assert.equal(limit.count(address), window.count === most);
      }
    }),
  );
});

test('addresses are counted up to a bound, the oldest are forgotten', () => {
  const limit = openPerAddressLimit({ most: 1, windowSeconds: 60, mostAddresses: 2, now: () => 0 });
  for (const address of ['a', 'b', 'c']) limit.count(address);
  assert.deepEqual(
    ['a', 'b', 'c'].map((address) => limit.waitSeconds(address) > 0),
    [false, true, true],
  );
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
