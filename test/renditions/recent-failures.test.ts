import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberFailures } from '../../src/renditions/recent-failures.ts';

test('a failure is remembered for its time and no longer', () => {
  let now = 0;
  const failures = rememberFailures({ seconds: 60, now: () => now });
  failures.note('key');
  assert.ok(failures.has('key'));
  assert.ok(!failures.has('other'));
  now = 59_999;
  assert.ok(failures.has('key'));
  now = 60_000;
  assert.ok(!failures.has('key'));
});

test('of very many failures the oldest are forgotten', () => {
  const failures = rememberFailures({ seconds: 60, now: () => 0 });
  for (let key = 0; key < 10_001; key++) failures.note(String(key));
  assert.ok(!failures.has('0'));
  assert.ok(failures.has('1'));
  assert.ok(failures.has('10000'));
});
