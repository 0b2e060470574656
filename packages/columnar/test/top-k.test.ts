/** The first documents found by walking through an order, or among keys, against a plain sort. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forRuns } from '../../core/test/support/fast-check.ts';
import { numberColumn } from '../src/build-orders.ts';
import { bitsFor, countBits, setBits } from '../src/docs.ts';
import { topK, walk } from '../src/top-k.ts';
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
    offset: fc.oneof(fc.constant(0), fc.nat(DOCS)),
    isDescending: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

test('walking through an order finds the same as sorting, also after other queries', () => {
  forRuns(60, columns, questions, (column, asked) => {
    for (const { docs, every, wanted, offset, isDescending } of asked) {
      const chosen = every ? Array.from({ length: Math.ceil(DOCS / every) }, (_, i) => i * every) : docs;
      const bits = bitsFor(DOCS);
      setBits(bits, Uint32Array.from(chosen));
      const found = walk(bits, chosen.length, { offset, end: offset + wanted }, column, isDescending);
      const all = sorted(chosen, column.values, isDescending);
      assert.deepEqual(Array.from(found), all.slice(offset, offset + wanted));
      assert.equal(countBits(bits), 0);
    }
  });
});

/** Longer lists that fall are looked through with an estimate first. */
const ENTRIES = 40_000;

const lists = fc
  .record({
    seed: fc.nat(),
    slope: fc.constantFrom(-1, -0.001, 0, 1),
    noise: fc.constantFrom(0, 1, 1000, 100_000),
    withoutValue: fc.constantFrom(0, 0.5, 0.99),
  })
  .map(({ seed, slope, noise, withoutValue }) => {
    const random = seeded(seed);
    const key = (_: unknown, i: number) => Math.round(slope * i) + random.between(0, noise);
    const keyOrNone = (_: unknown, i: number) =>
      random.chance(withoutValue) ? Number.POSITIVE_INFINITY : key(undefined, i);
    return { first: Float64Array.from({ length: ENTRIES }, keyOrNone), second: new Float64Array(ENTRIES).map(key) };
  });

test('the first entries by one or two keys are those of a sort, also of lists in the opposite order', () => {
  const wanted = fc.constantFrom(0, 1, 50, 3000, ENTRIES / 2 - 1, ENTRIES);
  forRuns(40, lists, wanted, fc.boolean(), ({ first, second }, wanted, hasTwo) => {
    const found = topK(ENTRIES, wanted, hasTwo ? [first, second] : [first]);
    const keysOf = (i: number) => [first[i] as number, hasTwo ? (second[i] as number) : 0, i] as const;
    const all = Array.from(first, (_, i) => keysOf(i)).sort((a, b) => {
      const at = a[0] !== b[0] ? 0 : a[1] !== b[1] ? 1 : 2;
      return a[at] < b[at] ? -1 : 1;
    });
    const best = all.slice(0, wanted).map(([, , i]) => i);
    assert.deepEqual(Array.from(found), best);
  });
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
