/** The first documents found by walking through an order, against a plain sort. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberColumn } from '../../src/search/columnar/build-orders.ts';
import { bitsFor, countBits, setBits } from '../../src/search/columnar/docs.ts';
import { walk } from '../../src/search/columnar/top-k.ts';
import { seeded } from './random.ts';

/** More than one block of ties, so that equal values cross block boundaries. */
const DOCS = 10_000;

const columns = fc
  .record({ distinct: fc.constantFrom(1, 2, 5, 300, 1_000_000), seed: fc.nat(), withoutValue: fc.constantFrom(0, 0.1) })
  .map(({ distinct, seed, withoutValue }) => {
    const random = seeded(seed);
    const value = () => (random.chance(withoutValue) ? Number.NaN : random.between(1, distinct));
    return numberColumn(Float64Array.from({ length: DOCS }, value));
  });

const questions = fc.array(
  fc.record({
    docs: fc.uniqueArray(fc.nat(DOCS - 1), { minLength: 1, maxLength: 200 }),
    every: fc.constantFrom(undefined, 1, 3),
    wanted: fc.integer({ min: 1, max: DOCS }),
    isDescending: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

test('walking through an order finds the same as sorting, also after other queries', () => {
  fc.assert(
    fc.property(columns, questions, (column, asked) => {
      for (const { docs, every, wanted, isDescending } of asked) {
        const chosen = every ? Array.from({ length: Math.ceil(DOCS / every) }, (_, i) => i * every) : docs;
        const bits = bitsFor(DOCS);
        setBits(bits, Uint32Array.from(chosen));
        const found = walk(bits, chosen.length, wanted, column, isDescending);
        assert.deepEqual(Array.from(found), sorted(chosen, column.values, isDescending).slice(0, wanted));
        assert.equal(countBits(bits), 0);
      }
    }),
    { numRuns: 60 },
  );
});

function sorted(docs: readonly number[], values: Float64Array, isDescending: boolean): readonly number[] {
  const keyOf = (doc: number) => {
    const value = values[doc] as number;
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : isDescending ? -value : value;
  };
  return docs.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    return x === y ? a - b : x < y ? -1 : 1;
  });
}
