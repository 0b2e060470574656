import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newConnectionCounts, openConnectionLimit } from '../../src/coordination/connection-limit.ts';

test('the connections of each address are limited over all threads', () => {
  const data = newConnectionCounts();
  const [one, other] = [openConnectionLimit(3, data), openConnectionLimit(3, data)];
  assert.ok(one && other);
  const first = one.take('192.0.2.1');
  assert.ok(first && other.take('192.0.2.1') && one.take('192.0.2.1'));
  assert.deepEqual([one.take('192.0.2.1'), other.take('192.0.2.1')], [undefined, undefined]);
  assert.ok(one.take('192.0.2.2'));
  first();
  assert.ok(other.take('192.0.2.1'));
  assert.equal(one.take('192.0.2.1'), undefined);
});

test('an IPv6 address counts by its /64', () => {
  const limit = openConnectionLimit(1, newConnectionCounts());
  assert.ok(limit?.take('2001:db8::1'));
  assert.equal(limit?.take('2001:db8::2'), undefined);
  assert.ok(limit?.take('2001:db8:0:1::1'));
});
