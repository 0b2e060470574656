import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { answerCalls, callsTo } from '../../src/concurrency/calls.ts';

class NoPaint extends Error {}

interface Work {
  slow(): Promise<string>;
  double(number: number): Promise<number>;
  nothing(): Promise<void>;
  echo(value: unknown, options?: { signal: AbortSignal }): Promise<unknown>;
  wait(options: { signal: AbortSignal }): Promise<unknown>;
  note(text: string): void;
}

/** Connects both ends of a channel; `reports` are of both ends. */
function connect(own: Partial<Work>) {
  const { port1, port2 } = new MessageChannel();
  const protocol = {
    thread: 'far',
    services: { work: { slow: 'call', double: 'call', nothing: 'call', echo: 'call', wait: 'call', note: 'send' } },
    errors: [NoPaint],
  } as const;
  const reports: string[] = [];
  const report = ({ message }: Error) => reports.push(message);
  answerCalls<{ work: Work }>(port1, protocol, { work: own as Work }, report);
  const { work } = callsTo<{ work: Work }>(port2, protocol, report);
  port2.ref();
  return { work, reports, here: port2, there: port1, [Symbol.dispose]: () => port1.close() };
}

test('a call returns what its method returns, whatever the order of the answers', async () => {
  const first = Promise.withResolvers<string>();
  using channel = connect({
    slow: () => first.promise,
    double: async (number) => number * 2,
    nothing: async () => undefined,
  });
  const slow = channel.work.slow();
  assert.deepEqual([await channel.work.double(21), await channel.work.nothing()], [42, undefined]);
  first.resolve('late');
  assert.equal(await slow, 'late');
});

test('an error arrives with its causes, and as an instance of its class if both ends know it', async () => {
  using channel = connect({
    slow: async () => {
      throw new TypeError('no brush', { cause: new Error('no shop') });
    },
    nothing: async () => {
      throw new NoPaint('no red', { cause: new Error('no shop') });
    },
  });
  await assert.rejects(channel.work.slow(), /^Error: in the far thread: TypeError: no brush; because: Error: no shop$/);
  const error = await channel.work.nothing().catch((reason: unknown) => reason);
  assert.ok(error instanceof NoPaint);
  assert.equal(error.message, 'no red; because: Error: no shop');
});

test('a method without an answer runs in order with calls, and its failure is reported', async () => {
  const notes: string[] = [];
  using channel = connect({
    note: (text) => {
      if (text === 'bad') throw new NoPaint('no ink');
      notes.push(text);
    },
    nothing: async () => undefined,
  });
  assert.equal(channel.work.note('one'), undefined);
  channel.work.note('bad');
  channel.work.note('two');
  await channel.work.nothing();
  assert.deepEqual(notes, ['one', 'two']);
  assert.deepEqual(channel.reports, ['work.note failed: no ink']);
});

test('an aborted call rejects at once with the reason, and its method is aborted', async () => {
  const told = Promise.withResolvers<void>();
  using channel = connect({
    wait: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.onabort = () => {
          told.resolve();
          reject(new Error('left alone'));
        };
      }),
    echo: async (value) => value,
  });
  const controller = new AbortController();
  const call = channel.work.wait(controller);
  controller.abort(new Error('enough'));
  await assert.rejects(call, /^Error: enough$/);
  await told.promise;
  await assert.rejects(channel.work.echo(1, controller), /^Error: enough$/);
  assert.equal(await channel.work.echo(2), 2);
});

test('when the other end closes, running and later calls reject', async () => {
  const channel = connect({ slow: () => new Promise(() => {}) });
  const call = channel.work.slow();
  channel.there.close();
  await assert.rejects(call, /the other thread is gone/);
  await assert.rejects(channel.work.slow(), /the other thread is gone/);
});
