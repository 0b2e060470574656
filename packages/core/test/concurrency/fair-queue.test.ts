import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFairQueue } from '../../src/concurrency/fair-queue.ts';

function drain(queue: ReturnType<typeof openFairQueue<string>>): readonly string[] {
  return Array.from({ length: queue.size() }, () => queue.shift()?.item ?? '');
}

test('callers of equal cost are served in order of arrival, each caller’s items in order', () => {
  const queue = openFairQueue<string>(1000);
  for (const item of ['a1', 'b1', 'a2', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
  assert.equal(queue.size(), 5);
  assert.deepEqual(drain(queue), ['a1', 'b1', 'a2', 'c1', 'b2']);
  assert.equal(queue.shift(), undefined);
});

test('the caller with the least past cost is served first', () => {
  const queue = openFairQueue<string>(1000);
  queue.charge('a', 5);
  queue.charge('b', 3);
  for (const item of ['a1', 'b1', 'b2', 'c1']) queue.push(item.slice(0, 1), item);
  assert.deepEqual(drain(queue), ['c1', 'b1', 'b2', 'a1']);
});

test('the caller with the most queued cost loses its newest item, unless it is the one adding', () => {
  const queue = openFairQueue<string>(1000);
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.slice(0, 1), item);
  assert.equal(queue.takeFromHeaviest('a', 10), undefined);
  assert.equal(queue.takeFromHeaviest('c', 10), 'a3');
  queue.charge('b', 100);
  assert.equal(queue.takeFromHeaviest('c', 10), 'b1');
  // No item is taken if the new caller would then have as much as the others.
  assert.equal(queue.takeFromHeaviest('d', 20), 'a2');
  assert.equal(queue.takeFromHeaviest('d', 20), undefined);
  assert.deepEqual(drain(queue), ['a1']);
});

test('past cost decays', () => {
  const queue = openFairQueue<string>(100);
  queue.charge('a', 60);
  for (let i = 0; i < 20; i++) queue.charge('b', 50);
  queue.charge('c', 1);
  for (const item of ['a1', 'c1']) queue.push(item.slice(0, 1), item);
  assert.deepEqual(drain(queue), ['a1', 'c1']);
});

test('the items of a caller are served by rank, and one that is removed is not served', () => {
  const queue = openFairQueue<string>(1000);
  for (const [item, rank] of [
    ['a3', 3],
    ['a1', 1],
    ['b9', 9],
    ['a2', 2],
    ['a1b', 1],
  ] as const)
    queue.push(item.slice(0, 1), item, rank);
  queue.remove('a', 'a2');
  queue.remove('a', 'a2');
  queue.remove('c', 'c1');
  assert.deepEqual([queue.size(), queue.takeLast('a')], [4, 'a3']);
  queue.charge('a', 1);
  assert.deepEqual(drain(queue), ['b9', 'a1', 'a1b']);
  assert.equal(queue.takeLast('a'), undefined);
});
