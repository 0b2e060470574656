import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { CatalogueBusy } from '../../src/catalogue/catalogue-errors.ts';
import { openSharedReader } from '../../src/catalogue/postgres/shared-reads.ts';
import { openManualTimers } from '../support/manual-timers.ts';

const MAX_WAIT_MS = 1000;

/** Reads the number that the test ends a read with. */
function openNumbers() {
  const timers = openManualTimers();
  const reads: { readonly of: string; end(value: number | Error): void }[] = [];
  const read = openSharedReader(
    (of: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      reads.push({ of, end: (value) => (typeof value === 'number' ? resolve(value) : reject(value)) });
      return promise;
    },
    { maxWaitMs: MAX_WAIT_MS, startTimer: timers.start },
  );
  return {
    read: (of: string, signal?: AbortSignal) => read([of], signal),
    reads,
    timers,
    begun: () => reads.map(({ of }) => of),
  };
}

test('equal calls share a read that has not begun, and not one that has', async () => {
  const { read, reads, begun } = openNumbers();
  const together = [read('a'), read('a'), read('a')];
  await immediate();
  const later = read('a');
  await immediate();
  assert.deepEqual(begun(), ['a', 'a']);
  reads[0]?.end(1);
  reads[1]?.end(2);
  assert.deepEqual(await Promise.all(together), [1, 1, 1]);
  assert.equal(await later, 2);
});

test('a read for which nobody waits any more does not begin', async () => {
  const { read, reads, begun } = openNumbers();
  const [one, other] = [new AbortController(), new AbortController()];
  const running = [read('a'), read('b')];
  const left = [read('c', one.signal), read('c', other.signal)].map((call) => assert.rejects(call, /gave up/));
  left.push(assert.rejects(read('d', one.signal), /gave up/));
  const joined = read('d');
  await immediate();
  for (const controller of [one, other]) controller.abort(new Error('gave up'));
  await Promise.all(left);
  for (const { end } of reads) end(1);
  await Promise.all(running);
  await immediate();
  assert.deepEqual(begun(), ['a', 'b', 'd']);
  reads[2]?.end(2);
  assert.equal(await joined, 2);
  await assert.rejects(read('e', one.signal), /gave up/);
});

test('a read that waits too long for others is refused, and never begins', async () => {
  const { read, reads, timers, begun } = openNumbers();
  const running = [read('a'), read('b')];
  await immediate();
  const refused = assert.rejects(read('c'), CatalogueBusy);
  timers.pass(MAX_WAIT_MS);
  await refused;
  for (const { end } of reads) end(1);
  assert.deepEqual(await Promise.all(running), [1, 1]);
  assert.deepEqual(begun(), ['a', 'b']);
});
