import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { oncePerIteration } from '../../src/concurrency/once-per-iteration.ts';

function counted() {
  let reads = 0;
  return oncePerIteration(() => {
    reads += 1;
    return reads;
  });
}

test('what is read in a turn holds for all of it, and for no later one', async () => {
  const read = counted();
  await immediate();
  const first = read();
  assert.equal(read(), first);
  await Promise.resolve();
  assert.equal(read(), first);
  await immediate();
  assert.equal(read(), first + 1);
});

test('what is read at the end of a turn holds for nothing that comes with the next', async () => {
  using ports = new DisposableStack();
  const { port1, port2 } = new MessageChannel();
  ports.defer(() => port1.close());
  await immediate();
  const read = counted();
  const first = read();
  const arrived = once(port2, 'message');
  port1.postMessage('a request');
  await arrived;
  assert.equal(read(), first + 1);
});

test('a value that can not be read is asked for again', () => {
  let tries = 0;
  const read = oncePerIteration(() => {
    tries += 1;
    if (tries === 1) throw new Error('no');
    return tries;
  });
  assert.throws(read, { message: 'no' });
  assert.equal(read(), 2);
});
