/** Reads what the service uses of a Node request, and finds what is wrong with its head. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../core/src/concurrency/get-or-make.ts';
import { ApiError, quote } from '../../../core/src/domain/errors.ts';
import type { Endpoint } from '../api/operation.ts';
import type { Request } from './answer.ts';

/** Separates several headers of one name where they would be ambiguous; no header contains it. */
export const BETWEEN_HEADERS = '\n';

/** Returns the headers. Node keeps the first of several `Authorization` headers, so they are joined here. */
export function headersOf(request: IncomingMessage): Request['headers'] {
  const { headers } = request;
  if (headers.authorization === undefined) return headers;
  const { authorization } = request.headersDistinct;
  return authorization && authorization.length > 1
    ? { ...headers, authorization: authorization.join(BETWEEN_HEADERS) }
    : headers;
}

/**
 * Most bytes of the headers without the request line. The parser's limit is higher, because it includes the request line
 * with the query of a long comment.
 */
const MAX_HEADER_BYTES = 48 * 1024;

/** Makes the refusal of a request that is invalid whatever it asks for; undefined for nearly all requests. */
export function refusalOf(request: IncomingMessage): ApiError | undefined {
  const fault = hostFault(request) ?? codingFault(request) ?? targetFault(request.url ?? '');
  if (fault !== undefined) return new ApiError('request_malformed', fault);
  return hasLargeHeaders(request)
    ? new ApiError('headers_too_large', `the request's headers are larger than ${MAX_HEADER_BYTES} bytes`)
    : undefined;
}

/** Longest query string in bytes (interface decisions 1). */
export const MAX_QUERY_BYTES = 16 * 1024;
/** The same for review.do: a comment of 10,000 characters has up to 120,000 bytes when percent-encoded. */
const MAX_REVIEW_QUERY_BYTES = 128 * 1024;

/** Throws if a query string is longer than the endpoint, or the page of a PIN, accepts. */
export function refuseLongQuery({ length }: string, endpoint?: Endpoint): void {
  const most = endpoint === 'review.do' ? MAX_REVIEW_QUERY_BYTES : MAX_QUERY_BYTES;
  if (length > most) {
    throw new ApiError('query_too_long', `the query string has ${length} bytes; at most ${most} are read`);
  }
}

/** True if the headers have more than `MAX_HEADER_BYTES`. */
export function hasLargeHeaders({ rawHeaders }: IncomingMessage): boolean {
  let bytes = 0;
  // Colon, space and line break add four characters to each pair of name and value.
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes > MAX_HEADER_BYTES;
}

/**
 * Replaces a target in absolute form, as sent to proxies, with its path, and the Host header with its host. A server
 * must accept this form and ignore the Host header in favour of the target (RFC 9112, section 3.2.2).
 */
export function takeOrigin(request: IncomingMessage): void {
  const { host, target } = splitOrigin(request.url ?? '');
  request.url = target;
  if (host !== undefined && request.headers.host !== undefined) request.headers.host = host;
}

/** Splits a target into its host, if it names one, and the rest. */
export function splitOrigin(target: string): { readonly host: string | undefined; readonly target: string } {
  const [origin, host] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (origin === undefined) return { host: undefined, target };
  const rest = target.slice(origin.length);
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * True for a target by which machines watch the service. Neither rate limit, queue nor a stop of the service refuses
 * these, because they matter most when the service is in trouble.
 */
export function isMonitoringTarget(target: string): boolean {
  return /^\/(?:health|ready|metrics)(?:\?|$)/.test(target);
}

/** Splits a target into path and query, each as it is written. */
export function pathAndQuery(target: string): Pick<Request, 'path' | 'query'> {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * Describes what is wrong with the coding of a body; undefined if it is valid. The parser reads every list that ends with
 * `chunked`, also of codings that it can't decode, and one from a caller of HTTP/1.0, which has none: servers on the way may
 * see the end of the body elsewhere (RFC 9112, section 6.1), so such a request is the last one of its connection.
 */
export function codingFault({ httpVersion, headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion !== '1.0')) return undefined;
  return `transfer-encoding: ${quote(coding)} is not read${httpVersion === '1.0' ? ' in HTTP/1.0' : '; write chunked'}`;
}

/** Describes what is wrong with a target; undefined if it is valid. */
function targetFault(target: string): string | undefined {
  // Some servers cut a fragment off, others read it as part of a value.
  return target.includes('#') ? 'the target of the request has a fragment; write # as %23' : undefined;
}

/** True if the request has a body, which must be read and discarded. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
/** Longest text that can be a host with a port, in characters. */
const LONGEST_HOST = 260;
/** Results of the check; a service has few hosts, and invented ones must not fill the memory. */
const checkedHosts = new LRUCache<string, 'valid' | 'invalid'>({ max: 1000 });

/** True if the text is the name or address of a host, with or without a port. */
export function isHost(text: string): boolean {
  if (text.length > LONGEST_HOST) return false;
  const check = () => (HOST.test(text) && URL.canParse(`http://${text}`) ? 'valid' : 'invalid');
  return getOrMake(checkedHosts, text, check) === 'valid';
}

/**
 * Describes what is wrong with the Host header; undefined if it is valid. With several headers, or an invalid one,
 * servers on the way may see different hosts (RFC 9112, section 3.2). Only HTTP/1.0 may omit it.
 */
export function hostFault({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'the header Host is missing';
  // `headers` holds only the first of several.
  if (isGivenTwice(rawHeaders)) return 'host: the header is given more than once';
  return isHost(host) ? undefined : `host: ${quote(host)} is not the name or address of a host`;
}

function isGivenTwice(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

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
