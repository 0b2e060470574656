import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFull } from '../../src/concurrency/failures.ts';
import { KeyedMutex } from '../../src/concurrency/keyed-mutex.ts';

const signal = new AbortController().signal;

test('work with the same key runs in order, one piece at a time; other keys do not wait', async () => {
  const mutex = new KeyedMutex();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const take = (name: string, key: string, work: Promise<void>) =>
    mutex.take(key, { signal }, async () => {
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

test('a waiter that aborts or has no budget left does not let later ones overtake', async () => {
  const mutex = new KeyedMutex();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const running = mutex.take('key', { signal }, () => first.promise);
  const leaving = new AbortController();
  const left = mutex.take('key', { signal: leaving.signal }, async () => begun.push('left'));
  const tired = mutex.take('key', { signal, budget: { seconds: 0 } }, async () => begun.push('tired'));
  const last = mutex.take('key', { signal }, async () => begun.push('last'));
  leaving.abort(new Error('gone'));
  await assert.rejects(left, { message: 'gone' });
  await assert.rejects(tired, QueueFull);
  assert.deepEqual(begun, []);
  first.resolve();
  await Promise.all([running, last]);
  assert.deepEqual(begun, ['last']);
});

test('callers take turns: whoever asks once does not wait behind all that another one has asked before', async () => {
  const mutex = new KeyedMutex();
  const begun: string[] = [];
  const take = (caller: string, name: string) => mutex.take('key', { signal, caller }, async () => begun.push(name));
  const greedy = Array.from({ length: 20 }, (_, n) => take('greedy', `greedy ${n}`));
  await Promise.all([...greedy, take('other', 'other')]);
  assert.deepEqual(begun.slice(0, 2), ['greedy 0', 'other']);
  assert.equal(begun.length, 21);
});
