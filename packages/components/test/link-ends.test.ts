import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateValue, daysUntil, offeredDays, usualDays } from '../src/share/link-ends.ts';

test('the offered ends are those that the service allows, and its longest', () => {
  assert.deepEqual([30, 365, 20, 7, 1].map(offeredDays), [[1, 7, 14, 30], [1, 7, 14, 30], [1, 7, 14, 20], [1, 7], [1]]);
  assert.deepEqual([30, 14, 3].map(usualDays), [14, 14, 3]);
});

test('a date is the end of that day by the clock of the device, and at least a day ahead', () => {
  const noon = new Date(2026, 2, 1, 12).getTime();
  assert.equal(dateValue(noon), '2026-03-01');
  assert.deepEqual(
    ['2026-03-01', '2026-03-02', '2026-03-11', '2027-01-01', '2020-01-01'].map((date) => daysUntil(date, noon, 30)),
    [1, 2, 11, 30, 1],
  );
});
