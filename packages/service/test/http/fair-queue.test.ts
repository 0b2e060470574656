import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFairQueue } from '../../src/http/overload/fair-queue.ts';

function drain(queue: ReturnType<typeof openFairQueue<string>>): readonly string[] {
  return Array.from({ length: queue.size() }, () => queue.shift()?.item ?? '');
}

test('callers who had the same are served in the order of coming, each in his own', () => {
  const queue = openFairQueue<string>(1000);
  for (const item of ['a1', 'b1', 'a2', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
  assert.equal(queue.size(), 5);
  assert.deepEqual(drain(queue), ['a1', 'b1', 'a2', 'c1', 'b2']);
  assert.equal(queue.shift(), undefined);
});

test('who had least is served first', () => {
  const queue = openFairQueue<string>(1000);
  queue.charge('a', 5);
  queue.charge('b', 3);
  for (const item of ['a1', 'b1', 'b2', 'c1']) queue.push(item.slice(0, 1), item);
  assert.deepEqual(drain(queue), ['c1', 'b1', 'b2', 'a1']);
});

test('who has most makes room with the newest item, unless it is he who comes', () => {
  const queue = openFairQueue<string>(1000);
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.slice(0, 1), item);
  assert.equal(queue.takeFromHeaviest('a', 10), undefined);
  assert.equal(queue.takeFromHeaviest('c', 10), 'a3');
  queue.charge('b', 100);
  assert.equal(queue.takeFromHeaviest('c', 10), 'b1');
  // Whoever would then have as much as the others has no better claim.
  assert.equal(queue.takeFromHeaviest('d', 20), 'a2');
  assert.equal(queue.takeFromHeaviest('d', 20), undefined);
  assert.deepEqual(drain(queue), ['a1']);
});

test('what was done long ago counts less and less', () => {
  const queue = openFairQueue<string>(100);
  queue.charge('a', 60);
  for (let i = 0; i < 20; i++) queue.charge('b', 50);
  queue.charge('c', 1);
  for (const item of ['a1', 'c1']) queue.push(item.slice(0, 1), item);
  assert.deepEqual(drain(queue), ['a1', 'c1']);
});
