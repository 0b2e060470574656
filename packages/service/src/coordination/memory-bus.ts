import { BroadcastChannel } from 'node:worker_threads';
import type { Bus } from './bus.ts';

interface Message {
  readonly topic: string;
  readonly message: unknown;
}

/** Opens a handle of the bus `name`, which connects the threads of this process that open the same name. */
export function openMemoryBus(name: string): Bus {
  const listeners = new Map<string, ((message: unknown) => void)[]>();
  const channel = new BroadcastChannel(name);
  // An open channel must not keep its thread alive.
  channel.unref();
  channel.onmessage = ({ data }) => {
    const { topic, message } = data as Message;
    for (const listener of listeners.get(topic) ?? []) listener(message);
  };
  return {
    publish: (topic, message) => {
      channel.postMessage({ topic, message } satisfies Message);
    },
    subscribe: (topic, listener) => {
      listeners.getOrInsertComputed(topic, () => []).push(listener);
    },
    [Symbol.dispose]: () => channel.close(),
  };
}
