import type { IncomingMessage } from 'node:http';
import { announcesBody } from './read-request.ts';

/** How much of a body that nobody wants is read, and for how long, before the answer that ends the connection. */
const MAX_FORGOTTEN_BYTES = 64 * 1024;
const MAX_FORGOTTEN_MILLISECONDS = 1000;

/**
 * Reads what has come of a body, up to a bound, and forgets it. A connection that is closed while bytes are unread is reset, and
 * the answer may be lost with it. False where there is no body.
 */
export async function readAway(request: IncomingMessage): Promise<boolean> {
  if (!announcesBody(request)) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_FORGOTTEN_BYTES) resolve();
  };
  const timer = setTimeout(resolve, MAX_FORGOTTEN_MILLISECONDS);
  request.on('data', count).once('end', resolve).once('close', resolve);
  if (request.readableEnded || request.destroyed) resolve();
  await promise;
  clearTimeout(timer);
  request.off('data', count).pause();
  return true;
}
