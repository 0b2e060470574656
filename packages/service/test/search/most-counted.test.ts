/** The highest counts, against a full sort. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mostCounted } from '../../src/search/columnar/most-counted.ts';

test('the highest counts come first, ties in the given order', () => {
  const each = fc.record({ count: fc.oneof(fc.nat(5), fc.nat(2 ** 28 - 1)), isSkipped: fc.boolean() });
  fc.assert(
    fc.property(fc.array(each, { maxLength: 200 }), fc.integer({ min: 1, max: 12 }), fc.nat(), (all, limit, turn) => {
      const counts = Int32Array.from(all, ({ count }) => count);
      const skipped = Uint8Array.from(all, ({ isSkipped }) => (isSkipped ? 1 : 0));
      // Each number once, in shuffled order.
      const numbers = Uint32Array.from(all, (_, i) => (i + turn) % all.length).reverse();
      const expected = [...numbers]
        .filter((number) => skipped[number] === 0 && (counts[number] as number) > 0)
        .sort((a, b) => (counts[b] as number) - (counts[a] as number) || numbers.indexOf(a) - numbers.indexOf(b))
        .slice(0, limit);
      assert.deepEqual(mostCounted(numbers, counts, skipped, limit), expected);
    }),
  );
});
