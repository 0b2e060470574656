import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { sortByNumber } from '../src/radix-sort.ts';

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, 2 ** 53, 5e-324, -5e-324),
);

test('documents are sorted by their numbers, equal ones in the given order', () => {
  forAll(fc.array(number, { maxLength: 300 }), (numbers) => {
    const values = Float64Array.from(numbers);
    const docs = Uint32Array.from(numbers.keys());
    const expected = [...docs].sort((a, b) => {
      const [x, y] = [values[a] as number, values[b] as number];
      return x < y ? -1 : x > y ? 1 : a - b;
    });
    assert.deepEqual([...sortByNumber(docs, values)], expected);
  });
});
