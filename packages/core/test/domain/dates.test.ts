import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateInZone } from '../../src/domain/dates.ts';

test('a date without a time is the same day in every time zone, and one with a time is not', () => {
  for (const zone of ['America/New_York', 'Etc/UTC', 'Pacific/Auckland'])
    assert.match(dateInZone('2026-03-01', 'en', zone), /\b1\b.*2026/, zone);
  assert.match(dateInZone('2026-03-01T00:30:00Z', 'en', 'America/New_York'), /\b28\b.*2026/);
});
