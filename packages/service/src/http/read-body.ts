import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../../core/src/domain/errors.ts';

/** How long a caller may take to send a body: somebody slow must not hold a place in the queue. */
const MAX_MILLISECONDS = 10_000;

/**
 * Reads the body of a request. Rejects with `body_too_large` beyond `most` bytes, with `request_timeout` when it takes too
 * long, and with `request_malformed` if the connection ends before it.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const keep = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) reject(new ApiError('body_too_large', `the body is larger than ${most} bytes`));
    else chunks.push(chunk);
  };
  const cut = () => reject(new ApiError('request_malformed', 'the body ends too early'));
  const late = () => reject(new ApiError('request_timeout', 'the body did not arrive in time'));
  const timer = setTimeout(late, MAX_MILLISECONDS);
  request.on('data', keep).once('end', resolve).once('close', cut);
  if (request.readableEnded || request.destroyed) resolve();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    request.off('data', keep).off('end', resolve).off('close', cut).pause();
  }
  return Buffer.concat(chunks);
}
