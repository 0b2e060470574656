import type { IncomingMessage } from 'node:http';
import { announcesBody } from './read-request.ts';

/** Limits for reading an unwanted body before the answer that ends the connection. */
const MAX_DISCARDED_BYTES = 64 * 1024;
const MAX_DISCARDED_MILLISECONDS = 1000;

/**
 * Reads and discards a body up to the limits. Closing a connection with unread bytes resets it, and the answer may be
 * lost. Returns false if there is no body.
 */
export async function discardBody(request: IncomingMessage): Promise<boolean> {
  if (!announcesBody(request)) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) resolve();
  };
  const timer = setTimeout(resolve, MAX_DISCARDED_MILLISECONDS);
  request.on('data', count).once('end', resolve).once('close', resolve);
  if (request.readableEnded || request.destroyed) resolve();
  await promise;
  clearTimeout(timer);
  request.off('data', count).pause();
  return true;
}
