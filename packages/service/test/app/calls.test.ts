import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { answerCalls, openCaller } from '../../src/concurrency/calls.ts';

type Handlers = Parameters<typeof answerCalls>[1];

/** Both ends of a channel; a failure travels as the text of its error. */
function connect(handlers: Handlers, pack: (error: unknown) => unknown = String) {
  const { port1, port2 } = new MessageChannel();
  answerCalls(port1, handlers, pack);
  const call = openCaller(port2, (failure) => new Error(`there: ${failure}`));
  port2.ref();
  return { call, here: port2, there: port1, [Symbol.dispose]: () => port1.close() };
}

test('a call gives what its handler gives, whatever order answers come in', async () => {
  const first = Promise.withResolvers<string>();
  using channel = connect({
    slow: () => first.promise,
    double: (number) => Number(number) * 2,
    nothing: () => undefined,
  });
  const slow = channel.call('slow', null);
  assert.equal(await channel.call('double', 21), 42);
  assert.equal(await channel.call('nothing', null), undefined);
  first.resolve('late');
  assert.equal(await slow, 'late');
});

test('a failure arrives as one, even where it packs into nothing', async () => {
  const fail = () => {
    throw new Error('no paint');
  };
  using channel = connect({ fail });
  await assert.rejects(channel.call('fail', null), /^Error: there: Error: no paint$/);
  await assert.rejects(channel.call('unknown', null), /no such call: unknown/);
  using silent = connect({ fail }, () => undefined);
  await assert.rejects(silent.call('fail', null), /there: undefined/);
});

test('what can not be cloned fails its own call, and no other', async () => {
  using channel = connect({ give: () => () => {}, echo: (value) => value });
  await assert.rejects(channel.call('give', null), /could not be cloned/);
  await assert.rejects(
    channel.call('echo', () => {}),
    /could not be cloned/,
  );
  assert.equal(await channel.call('echo', 'still here'), 'still here');
});

test('an aborted call rejects at once with the reason, and its handler hears of it', async () => {
  const told = Promise.withResolvers<void>();
  using channel = connect({
    wait: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.onabort = () => {
          told.resolve();
          reject(new Error('left alone'));
        };
      }),
    echo: (value) => value,
  });
  const controller = new AbortController();
  const call = channel.call('wait', null, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(call, /^Error: enough$/);
  await told.promise;
  await assert.rejects(channel.call('echo', 1, controller.signal), /^Error: enough$/);
  assert.equal(await channel.call('echo', 2), 2);
});

test('when the other end closes, calls under way and later ones reject', async () => {
  const channel = connect({ never: () => new Promise(() => {}) });
  const call = channel.call('never', null);
  channel.there.close();
  await assert.rejects(call, /the other thread is gone/);
  await assert.rejects(channel.call('never', null), /the other thread is gone/);
});

test('when the caller closes, what runs for it is aborted', async () => {
  const aborted = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const channel = connect({
    wait: (_, { signal }) => {
      signal.onabort = () => aborted.resolve();
      began.resolve();
      return new Promise(() => {});
    },
  });
  const call = channel.call('wait', null);
  await began.promise;
  const closed = once(channel.here, 'close');
  channel.here.close();
  await Promise.all([assert.rejects(call, /the other thread is gone/), aborted.promise, closed]);
});
