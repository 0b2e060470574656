import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportRarely } from '../../src/concurrency/report-rarely.ts';
import { until } from '../support/until.ts';

test('errors are reported at most once in the interval, and the others are counted', () => {
  const reported: unknown[] = [];
  const time = { now: 0 };
  using report = reportRarely((error) => reported.push(error), 1000, {
    now: () => time.now,
    rest: (count) => reported.push(`${count} more`),
  });
  for (const [place, now] of [0, 1, 999, 1000, 1999, 2000].entries()) {
    time.now = now;
    report(place);
  }
  assert.deepEqual(reported, [0, '2 more', 3, '1 more', 5]);
});

test('the errors that were not reported are told when the interval ends without another error', async () => {
  const rests: number[] = [];
  using report = reportRarely(() => {}, 50, { now: () => 0, rest: (count) => rests.push(count) });
  for (let error = 0; error < 4; error += 1) report(error);
  await until(() => rests.length > 0, 'the rest is never told');
  assert.deepEqual(rests, [3]);
});
