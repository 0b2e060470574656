/** Questions to all HTTP threads of a process, this one included. */
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';

/** A thread that doesn't answer in this time is busy; what the others told is given without it. */
const PATIENCE_MS = 2000;

type Message = { readonly ask: string } | { readonly answer: string; readonly value: unknown };

export interface AllThreads<Value> extends Disposable {
  ask(): Promise<readonly Value[]>;
}

/** `name` is the same in all threads of a service and in no other one; `count` of them take part. */
export function openAllThreads<Value>(name: string, count: number, own: () => Value): AllThreads<Value> {
  const channel = new BroadcastChannel(name);
  // It must not keep a thread alive.
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
