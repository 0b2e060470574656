import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportRarely } from '../../src/concurrency/report-rarely.ts';

test('errors are reported at most once in the interval', () => {
  const reported: unknown[] = [];
  const time = { now: 0 };
  const report = reportRarely(
    (error) => reported.push(error),
    1000,
    () => time.now,
  );
  for (const [place, now] of [0, 1, 999, 1000, 1999, 2000].entries()) {
    time.now = now;
    report(place);
  }
  assert.deepEqual(reported, [0, 3, 5]);
});
