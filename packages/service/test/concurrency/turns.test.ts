import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFull } from '../../src/concurrency/failures.ts';
import { openTurns } from '../../src/concurrency/turns.ts';

const signal = new AbortController().signal;

test('work on one key is done in order, one piece at a time; other keys do not wait', async () => {
  const turns = openTurns();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const take = (name: string, key: string, work: Promise<void>) =>
    turns.take(key, { signal }, async () => {
      begun.push(name);
      await work;
    });
  const failing = assert.rejects(take('a', 'key', first.promise), { message: 'no' });
  const rest = [take('b', 'key', Promise.resolve()), take('c', 'key', Promise.resolve())];
  await take('other', 'other', Promise.resolve());
  assert.deepEqual(begun, ['a', 'other']);
  first.reject(new Error('no'));
  await failing;
  await Promise.all(rest);
  assert.deepEqual(begun, ['a', 'other', 'b', 'c']);
});

test('who leaves or has no patience left lets nobody pass', async () => {
  const turns = openTurns();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const running = turns.take('key', { signal }, () => first.promise);
  const leaving = new AbortController();
  const left = turns.take('key', { signal: leaving.signal }, async () => begun.push('left'));
  const tired = turns.take('key', { signal, patience: { seconds: 0 } }, async () => begun.push('tired'));
  const last = turns.take('key', { signal }, async () => begun.push('last'));
  leaving.abort(new Error('gone'));
  await assert.rejects(left, { message: 'gone' });
  await assert.rejects(tired, QueueFull);
  assert.deepEqual(begun, []);
  first.resolve();
  await Promise.all([running, last]);
  assert.deepEqual(begun, ['last']);
});
