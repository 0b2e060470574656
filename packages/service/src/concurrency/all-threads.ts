/** Broadcasts a question to all HTTP threads of a process, this one included, and collects their answers. */
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';

/** Timeout for answers in milliseconds. A thread that exceeds it is busy, and `ask` resolves without its value. */
const PATIENCE_MS = 2000;

type Message = { readonly ask: string } | { readonly answer: string; readonly value: unknown };

/** Asks all threads for a value. */
export interface AllThreads<Value> extends Disposable {
  ask(): Promise<readonly Value[]>;
}

/**
 * Opens the channel of this thread. `name` must be the same in all threads of one service and differ between services;
 * `count` is the number of participating threads; `own` returns this thread's value.
 */
export function openAllThreads<Value>(name: string, count: number, own: () => Value): AllThreads<Value> {
  const channel = new BroadcastChannel(name);
  // An open channel must not keep the thread alive.
  channel.unref();
  const waiting = new Map<string, (value: Value) => void>();
  channel.onmessage = ({ data }) => {
    const message = data as Message;
    if ('ask' in message) channel.postMessage({ answer: message.ask, value: own() } satisfies Message);
    else waiting.get(message.answer)?.(message.value as Value);
  };
  return {
    ask: async () => {
      const values = [own()];
      if (count === 1) return values;
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      const late = setTimeout(resolve, PATIENCE_MS);
      waiting.set(id, (value) => {
        values.push(value);
        if (values.length === count) resolve();
      });
      channel.postMessage({ ask: id } satisfies Message);
      await promise;
      clearTimeout(late);
      waiting.delete(id);
      return values;
    },
    [Symbol.dispose]: () => channel.close(),
  };
}
