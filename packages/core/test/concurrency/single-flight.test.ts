import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleFlight } from '../../src/concurrency/single-flight.ts';

const never = () => new AbortController().signal;

test('concurrent callers with the same key share one piece of work', async () => {
  const flight = new SingleFlight<number>();
  const work = Promise.withResolvers<number>();
  let starts = 0;
  const start = () => {
    starts += 1;
    return work.promise;
  };
  const answers = Array.from({ length: 64 }, () => flight.join('key', never(), start));
  const other = flight.join('other', never(), async () => 2);
  work.resolve(1);
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([1]));
  assert.deepEqual([starts, await other], [1, 2]);
});

test('an aborted caller rejects with its reason, and the others keep waiting', async () => {
  const flight = new SingleFlight<number>();
  const work = Promise.withResolvers<number>();
  let given: AbortSignal | undefined;
  const start = (signal: AbortSignal) => {
    given = signal;
    return work.promise;
  };
  const leaving = new AbortController();
  const left = flight.join('key', leaving.signal, start);
  const staying = flight.join('key', never(), start);
  const reason = new Error('gone');
  leaving.abort(reason);
  await assert.rejects(left, reason);
  assert.equal(given?.aborted, false);
  work.resolve(1);
  assert.equal(await staying, 1);
});

test('the signal aborts when the last caller has left, and the next caller restarts work that aborted', async () => {
  const flight = new SingleFlight<number>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    const { promise, reject } = Promise.withResolvers<number>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  const callers = [new AbortController(), new AbortController()];
  const joined = callers.map(({ signal }) => flight.join('key', signal, start));
  for (const caller of callers) caller.abort(new Error('gone'));
  for (const caller of await Promise.allSettled(joined)) assert.equal(caller.status, 'rejected');
  const aborted = signals.map(({ aborted }) => aborted);
  assert.deepEqual(aborted, [true]);
  assert.equal(await flight.join('key', never(), async () => 3), 3);
});

test('failed work fails for all its callers and is forgotten', async () => {
  const flight = new SingleFlight<number>();
  const trouble = new Error('trouble');
  const start = () => Promise.reject(trouble);
  const answers = await Promise.allSettled([flight.join('key', never(), start), flight.join('key', never(), start)]);
  assert.ok(answers.every((answer) => answer.status === 'rejected' && answer.reason === trouble));
  assert.equal(await flight.join('key', never(), async () => 4), 4);
});

test('an end rejects all callers with its reason and aborts running work', async () => {
  const flight = new SingleFlight<number>();
  let given: AbortSignal | undefined;
  const joined = flight.join('key', never(), (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  const end = new Error('end');
  flight.end(end);
  await assert.rejects(joined, end);
  assert.equal(given?.reason, end);
  await assert.rejects(
    flight.join('other', never(), async () => 1),
    end,
  );
});
