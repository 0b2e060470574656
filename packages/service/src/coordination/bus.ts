import { BroadcastChannel } from 'node:worker_threads';

/**
 * Carries messages between the threads of a service, or between the nodes of a cluster. Each thread or node has a handle
 * of its own. Messages are plain data. One that is published while a handle opens or closes may not reach it.
 */
export interface Bus extends Disposable {
  /** Sends a message to the subscribers of a topic at all other handles. Returns at once. */
  publish(topic: string, message: unknown): void;
  /** Calls `listener` with each message to a topic; the messages of one handle arrive in their order. */
  subscribe(topic: string, listener: (message: unknown) => void): void;
}

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

/**
 * Passes the messages to `topics` on between two buses: those of the threads of a node and those of all nodes. Other
 * topics, such as metrics, stay in their node.
 */
export function connectBuses(threads: Bus, nodes: Bus, topics: readonly string[]): void {
  for (const topic of topics) {
    threads.subscribe(topic, (message) => nodes.publish(topic, message));
    nodes.subscribe(topic, (message) => threads.publish(topic, message));
  }
}
