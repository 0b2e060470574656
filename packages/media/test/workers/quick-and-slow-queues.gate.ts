import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QuickAndSlowQueues } from '../../src/workers/quick-and-slow-queues.ts';
import type { AnsweringCalls } from './answering-worker.ts';

const signal = new AbortController().signal;

function open(quickSeconds: number, secondsPerJob: number) {
  const module = new URL('./answering-worker.ts', import.meta.url);
  return new QuickAndSlowQueues<AnsweringCalls>({
    module,
    processes: 1,
    quickSeconds,
    secondsPerJob,
    queue: 10,
    megabytes: 300,
  });
}

test('a slow job moves to the slow queue, and others run in the meantime', async () => {
  await using queues = open(3, 60);
  const wentOver = Promise.withResolvers<void>();
  const slow = queues.run('hang', undefined, { signal, isKnownSlow: false, onSlow: wentOver.resolve }).catch(String);
  assert.equal(await queues.run('say', 1, { signal, isKnownSlow: false }), 1);
  await wentOver.promise;
  assert.equal(await queues.run('say', 2, { signal, isKnownSlow: false }), 2);
  await queues[Symbol.asyncDispose]();
  assert.match(await (slow as Promise<string>), /closed/);
});

test('a job known to be slow delays no other, and has the long time limit', async () => {
  await using queues = open(3, 4);
  const unheard = () => assert.fail('it was known');
  const slow = queues.run('spin', undefined, { signal, isKnownSlow: true, onSlow: unheard });
  const failed = assert.rejects(slow, { name: 'WorkerTimeout', message: / 4 s/ });
  assert.equal(await queues.run('say', 1, { signal, isKnownSlow: false }), 1);
  await failed;
});

test('a job that fails for other reasons is not retried', async () => {
  await using queues = open(5, 60);
  const unheard = () => assert.fail('it was no matter of time');
  await assert.rejects(queues.run('fail', undefined, { signal, isKnownSlow: false, onSlow: unheard }), {
    name: 'RangeError',
  });
  await assert.rejects(queues.run('crash', undefined, { signal, isKnownSlow: false, onSlow: unheard }), {
    name: 'WorkerDied',
  });
});
