import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFairLine } from '../../src/http/fair-line.ts';

function drain(line: ReturnType<typeof openFairLine<string>>): readonly string[] {
  return Array.from({ length: line.size() }, () => line.shift()?.item ?? '');
}

test('callers who had the same are served in the order of coming, each in his own', () => {
  const line = openFairLine<string>(1000);
  for (const item of ['a1', 'b1', 'a2', 'c1', 'b2']) line.push(item.slice(0, 1), item);
  assert.equal(line.size(), 5);
  assert.deepEqual(drain(line), ['a1', 'b1', 'a2', 'c1', 'b2']);
  assert.equal(line.shift(), undefined);
});

test('who had least is served first', () => {
  const line = openFairLine<string>(1000);
  line.charge('a', 5);
  line.charge('b', 3);
  for (const item of ['a1', 'b1', 'b2', 'c1']) line.push(item.slice(0, 1), item);
  assert.deepEqual(drain(line), ['c1', 'b1', 'b2', 'a1']);
});

test('who has most makes room with the newest item, unless it is he who comes', () => {
  const line = openFairLine<string>(1000);
  for (const item of ['a1', 'a2', 'a3', 'b1']) line.push(item.slice(0, 1), item);
  assert.equal(line.takeFromHeaviest('a', 10), undefined);
  assert.equal(line.takeFromHeaviest('c', 10), 'a3');
  line.charge('b', 100);
  assert.equal(line.takeFromHeaviest('c', 10), 'b1');
  // Whoever would then have as much as the others has no better claim.
  assert.equal(line.takeFromHeaviest('d', 20), 'a2');
  assert.equal(line.takeFromHeaviest('d', 20), undefined);
  assert.deepEqual(drain(line), ['a1']);
});

test('what was done long ago counts less and less', () => {
  const line = openFairLine<string>(100);
  line.charge('a', 60);
  for (let i = 0; i < 20; i++) line.charge('b', 50);
  line.charge('c', 1);
  for (const item of ['a1', 'c1']) line.push(item.slice(0, 1), item);
  assert.deepEqual(drain(line), ['a1', 'c1']);
});
