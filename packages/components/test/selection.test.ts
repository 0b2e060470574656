import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { NOTHING_SELECTED, positionsOfRange, startRange, toggle, withRange } from '../src/grid/selection.ts';

const LIMITS = { isMultiple: true, max: 10 };

test('a range that becomes shorter deselects what it had added, and nothing else', () => {
  const start = toggle(toggle(NOTHING_SELECTED, 7, 7, LIMITS), 2, 2, LIMITS);
  const longer = withRange(start, [2, 3, 4, 5], LIMITS);
  assert.deepEqual([...longer.ids].toSorted(), [2, 3, 4, 5, 7]);
  const shorter = withRange(longer, [2, 3], LIMITS);
  assert.deepEqual([...shorter.ids].toSorted(), [2, 3, 7]);
  assert.equal(shorter.anchor, 2);
  assert.deepEqual([...withRange(startRange(longer, 9), [9], LIMITS).ids].toSorted(), [2, 3, 4, 5, 7, 9]);
});

test('no way of selecting exceeds the limit, and if only one asset may be selected, it is the newest', () => {
  const actions = fc.array(fc.oneof(fc.nat(30), fc.array(fc.nat(30), { maxLength: 15 })), { maxLength: 20 });
  forAll(actions, fc.integer({ min: 1, max: 12 }), fc.boolean(), (all, max, isMultiple) => {
    const limits = { max, isMultiple };
    let selection = NOTHING_SELECTED;
    for (const action of all) {
      selection = Array.isArray(action)
        ? withRange(selection, action, limits)
        : toggle(selection, action, action, limits);
      assert.ok(selection.ids.size <= (isMultiple ? max : 1));
    }
  });
  const one = { isMultiple: false, max: 10 };
  assert.deepEqual([...toggle(toggle(NOTHING_SELECTED, 1, 0, one), 2, 1, one).ids], [2]);
});

test('a range longer than the limit has the positions nearest to its anchor', () => {
  assert.deepEqual(positionsOfRange(5, 8, 10), [5, 6, 7, 8]);
  assert.deepEqual(positionsOfRange(500, 3, 3), [500, 499, 498]);
  assert.deepEqual(positionsOfRange(4, 4, 3), [4]);
});
