import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openMemoryBus } from '../../src/coordination/bus.ts';
import { busContract } from './bus.contract.ts';

busContract('the bus between threads', async (handles) => {
  const name = randomUUID();
  return Array.from({ length: handles }, () => openMemoryBus(name));
});

test('buses with different names are separate', async () => {
  const name = randomUUID();
  using one = openMemoryBus(name);
  using same = openMemoryBus(name);
  using other = openMemoryBus(randomUUID());
  const received: string[] = [];
  other.subscribe('news', () => received.push('other'));
  same.subscribe('news', () => received.push('same'));
  one.publish('news', 1);
  await until(() => received.includes('same'));
  assert.deepEqual(received, ['same']);
});
