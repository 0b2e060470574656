import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openActionLimits } from '../../src/coordination/action-limits.ts';

const RATE = { count: 3, seconds: 60 };

function limitsAt(time: { now: number }, mostCallers = 100) {
  return openActionLimits({ now: () => time.now, mostCallers });
}

const at = (address: string) => ({ address, endpoint: '' });

test('as many at once as the rate says, then one as often as they come back', async () => {
  const time = { now: 0 };
  const limits = limitsAt(time);
  const take = () => limits.take('review', at('10.0.0.1'), RATE);
  assert.deepEqual([await take(), await take(), await take()], [0, 0, 0]);
  assert.equal(await take(), 20);
  time.now = 19_000;
  assert.equal(await take(), 1);
  time.now = 20_000;
  assert.equal(await take(), 0);
  assert.equal(await take(), 20);
});

test('what is given back is free again, and no more than that', async () => {
  const limits = limitsAt({ now: 0 });
  const guess = ['pin-guess', at('10.0.0.1'), { count: 2, seconds: 60 }] as const;
  await limits.refund(...guess);
  assert.deepEqual([await limits.take(...guess), await limits.take(...guess), await limits.take(...guess)], [0, 0, 30]);
  await limits.refund(...guess);
  assert.deepEqual([await limits.take(...guess), await limits.take(...guess)], [0, 30]);
});

test('each base address counts for itself', async () => {
  const limits = limitsAt({ now: 0 });
  const take = (endpoint: string) => limits.take('pin', { address: '10.0.0.1', endpoint }, { count: 1, seconds: 60 });
  assert.deepEqual([await take(''), await take('press'), await take(''), await take('press')], [0, 0, 60, 60]);
});

test('each address and each kind of thing counts for itself, and a network of IPv6 as one', async () => {
  const limits = limitsAt({ now: 0 });
  const take = (what: 'pin' | 'review', address: string) => limits.take(what, at(address), { count: 1, seconds: 60 });
  assert.equal(await take('pin', '10.0.0.1'), 0);
  assert.equal(await take('review', '10.0.0.1'), 0);
  assert.equal(await take('pin', '10.0.0.2'), 0);
  assert.equal(await take('pin', '10.0.0.1'), 60);
  assert.equal(await take('pin', '2001:db8:1:2::1'), 0);
  assert.equal(await take('pin', '2001:db8:1:2:ffff::9'), 60);
  assert.equal(await take('pin', '2001:db8:1:3::1'), 0);
});

test('0 is no limit', async () => {
  const limits = limitsAt({ now: 0 });
  for (let count = 0; count < 1000; count += 1)
    assert.equal(await limits.take('review', at('10.0.0.1'), { count: 0, seconds: 60 }), 0);
});

test('in any stretch of time no more go through than the rate allows, and waiting as told is enough', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 100 }),
      async (count, seconds, gaps) => {
        const time = { now: 0 };
        const limits = limitsAt(time);
        const taken: number[] = [];
        for (const gap of gaps) {
          time.now += gap;
          const wait = await limits.take('pin', at('a'), { count, seconds });
          if (wait === 0) taken.push(time.now);
          else {
            time.now += wait * 1000;
            assert.equal(await limits.take('pin', at('a'), { count, seconds }), 0);
            taken.push(time.now);
          }
        }
        for (const [place, start] of taken.entries()) {
          const within = taken.slice(place).filter((each) => each < start + seconds * 1000);
          // Those that were there, and those that came back meanwhile.
          assert.ok(within.length <= 2 * count, `${within.length} of ${count} in ${seconds} s`);
        }
      },
    ),
  );
});

test('a flood of addresses forgets the oldest ones and keeps the memory bounded', async () => {
  const limits = limitsAt({ now: 0 }, 100);
  const take = (address: string) => limits.take('pin', at(address), { count: 1, seconds: 60 });
  for (let each = 0; each < 1000; each += 1) await take(`10.0.${each >> 8}.${each & 255}`);
  assert.equal(await take('10.0.0.0'), 0, 'the first is forgotten');
  assert.equal(await take('10.0.3.231'), 60, 'the last is not');
});
