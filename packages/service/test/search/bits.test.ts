/** Bit sets of documents, against sets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bitsFor, countBits, drainBits, keepBits, setBits } from '../../src/search/columnar/docs.ts';

const SIZE = 500;
const docs = fc.uniqueArray(fc.nat(SIZE - 1)).map((each) => Uint32Array.from(each).sort());

test('intersection and difference equal those of sets, and are counted', () => {
  fc.assert(
    fc.property(
      docs,
      docs,
      fc.constantFrom(0 as const, 1 as const),
      fc.integer({ min: 1, max: SIZE }),
      (a, b, wanted, size) => {
        const [own, others] = [bitsFor(size), bitsFor(size)];
        const within = (list: Uint32Array) => list.filter((doc) => doc < size);
        setBits(own, within(a));
        setBits(others, within(b));
        assert.equal(countBits(own), within(a).length);
        const expected = within(a).filter((doc) => b.includes(doc) === (wanted === 1));
        assert.equal(keepBits(own, others, wanted), expected.length);
        assert.deepEqual(drainBits(own), expected);
      },
    ),
  );
});

test('all bits are counted', () => {
  const all = bitsFor(320).fill(0xffff_ffff);
  assert.equal(countBits(all), 320);
  assert.equal(keepBits(all, all), 320);
});
