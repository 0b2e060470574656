import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNegativeCache } from '../../src/concurrency/negative-cache.ts';

test('a failure is remembered for its time and no longer', () => {
  let now = 0;
  const failures = openNegativeCache({ seconds: 60, now: () => now });
  failures.note('key', 'corrupt');
  assert.equal(failures.reason('key'), 'corrupt');
  assert.equal(failures.reason('other'), undefined);
  now = 59_999;
  assert.equal(failures.reason('key'), 'corrupt');
  now = 60_000;
  assert.equal(failures.reason('key'), undefined);
});

test('a failure applies from its size upwards, until a smaller size fails', () => {
  const failures = openNegativeCache({ seconds: 60, now: () => 0 });
  failures.note('key', 'lost', 1024);
  const reasons = [256, 1023, 1024, 3000].map((size) => failures.reason('key', size));
  assert.deepEqual(reasons, [undefined, undefined, 'lost', 'lost']);
  failures.note('key', 'lost', 256);
  failures.note('key', 'too_large', 3000);
  const later = [255, 256, 3000].map((size) => failures.reason('key', size));
  assert.deepEqual(later, [undefined, 'lost', 'lost']);
  failures.note('key', 'corrupt');
  assert.equal(failures.reason('key', 1), 'corrupt');
});
