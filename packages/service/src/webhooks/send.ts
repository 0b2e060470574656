/** Sends one message to a receiver, which may be slow, huge, redirecting or not where it says it is. */
import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { PROGRAM_VERSION } from '../config/package.ts';
import { isPublicAddress } from './public-address.ts';

/** How long a try may take. */
const TRY_MS = 20_000;
/** Most bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** What came of a try. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** The receiver wants no more of them (410). */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter: string | undefined };

/** Sends a message. Never rejects but with the reason of `signal`. Follows no redirect, and uses no proxy. */
export function sendMessage(
  { url, allowPrivate }: { readonly url: string; readonly allowPrivate: boolean },
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const fail = (reason: string, retryAfter?: string) => resolve({ kind: 'failed', reason, retryAfter });
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!allowPrivate && /^[\d.]+$|:/.test(literal) && !isPublicAddress(literal)) {
    fail('its address is not public');
    return promise;
  }
  const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    lookup: allowPrivate ? (lookup as LookupFunction) : lookupPublic,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]),
    headers: {
      'content-type': 'application/json',
      'user-agent': `asset-browsing-service/${PROGRAM_VERSION}`,
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) reject(signal.reason);
    else
      fail(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? 'it took too long'
          : (error.code ?? error.message),
      );
  });
  // Otherwise Node ends the request without a word.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    fail('it answered 101');
  });
  request.on('response', (response) => {
    const { statusCode: status = 0 } = response;
    let bytes = 0;
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) response.destroy();
    });
    response.on('close', () => {
      if (signal.aborted) reject(signal.reason);
      else if (status >= 200 && status < 300) resolve({ kind: 'accepted' });
      else if (status === 410) resolve({ kind: 'gone' });
      else fail(`it answered ${status}`, response.headers['retry-after']);
    });
  });
  request.end(body);
  return promise;
}

/** Looks a name up, and gives only public addresses: what is connected to is what was checked. */
const lookupPublic: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[] | string) => {
    const addresses = Array.isArray(found) ? found.filter(({ address }) => isPublicAddress(address)) : [];
    const [first] = addresses;
    if (error || !first) {
      const refused = Object.assign(new Error(`${name} has no public address`), { code: 'ENOTPUBLIC' });
      callback(error ?? refused, '');
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
