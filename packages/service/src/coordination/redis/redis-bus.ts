import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus.ts';
import type { RedisConnection } from './redis-connection.ts';

interface Envelope {
  /** The handle that published it, which does not get it back. */
  readonly from: string;
  readonly topic: string;
  readonly message: unknown;
}

/**
 * Opens a handle of the bus `name`, which connects all nodes that open the same name. Messages are JSON. Those that are
 * published while the server can't be reached are lost. Resolves when messages arrive, or can't. The caller closes the
 * connection.
 */
export async function openRedisBus(redis: RedisConnection, name: string): Promise<Bus> {
  const from = randomUUID();
  const channel = `abs:${name}:bus`;
  const listeners = new Map<string, ((message: unknown) => void)[]>();
  let isClosed = false;
  await redis.subscribe(channel, (text) => {
    const envelope = isClosed ? undefined : readEnvelope(text);
    if (envelope === undefined || envelope.from === from) return;
    for (const listener of listeners.get(envelope.topic) ?? []) listener(envelope.message);
  });
  return {
    publish: (topic, message) => {
      if (isClosed) return;
      const text = JSON.stringify({ from, topic, message } satisfies Envelope);
      // The connection reports its outages.
      redis.send(['PUBLISH', channel, text]).catch(() => {});
    },
    subscribe: (topic, listener) => {
      listeners.getOrInsertComputed(topic, () => []).push(listener);
    },
    [Symbol.dispose]: () => {
      isClosed = true;
    },
  };
}

/** Undefined if the text is not an envelope; whoever may write to the server may write to the channel. */
function readEnvelope(text: string): Envelope | undefined {
  try {
    const envelope: unknown = JSON.parse(text);
    const isOne = typeof envelope === 'object' && envelope !== null && 'from' in envelope && 'topic' in envelope;
    return isOne ? (envelope as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
