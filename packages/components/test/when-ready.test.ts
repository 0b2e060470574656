import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../client/src/errors.ts';
import './support/client-from-source.ts';

const { whenReady } = await import('../src/download/when-ready.ts');

const notReady = (retryAfter: number) => new ServiceError('not_ready', 'still converting', { status: 503, retryAfter });

/** A request that fails with each of these errors in turn, and then succeeds. */
function failing(errors: Iterable<unknown>) {
  const left = errors[Symbol.iterator]();
  let count = 0;
  return {
    get count() {
      return count;
    },
    send: async () => {
      count += 1;
      const { done, value } = left.next();
      if (done) return 'the file';
      throw value;
    },
  };
}

const { signal } = new AbortController();

test('a file is requested again until it is made, and each wait is reported', async () => {
  const request = failing([notReady(0), notReady(0)]);
  let waits = 0;
  assert.equal(await whenReady(request.send, { signal, waits: () => (waits += 1) }), 'the file');
  assert.deepEqual([request.count, waits], [3, 2]);
});

test('any other failure rejects at once', async () => {
  const busy = new ServiceError('overloaded', 'too much work', { status: 503, retryAfter: 0 });
  const request = failing([busy]);
  await assert.rejects(whenReady(request.send, { signal }), busy);
  assert.equal(request.count, 1);
});

test('the wait for a file that is never made ends in the error of the service', async () => {
  const request = failing({
    *[Symbol.iterator]() {
      for (;;) yield notReady(0);
    },
  });
  await assert.rejects(whenReady(request.send, { signal }), { code: 'not_ready' });
  assert.ok(request.count > 10);
});

test('a signal that aborts ends the wait at once', async () => {
  const controller = new AbortController();
  const request = failing([notReady(3600)]);
  const waiting = whenReady(request.send, { signal: controller.signal, waits: () => controller.abort('gone') });
  await assert.rejects(waiting, (reason) => reason === 'gone');
  assert.equal(request.count, 1);
});
