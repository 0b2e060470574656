/** Reads the parts of a Node request that this service uses. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { Request } from './answer.ts';
import { hostFault } from './host.ts';

/**
 * Returns the headers. Node keeps the first of several `Authorization` headers; joining all makes the value unreadable.
 */
export function headersOf(request: IncomingMessage): Request['headers'] {
  const { headers } = request;
  if (headers.authorization === undefined) return headers;
  const { authorization } = request.headersDistinct;
  return authorization && authorization.length > 1 ? { ...headers, authorization: authorization.join(', ') } : headers;
}

/**
 * Most bytes of the headers without the request line. The parser's limit is higher, because it includes the query of a
 * long comment.
 */
export const MOST_HEADER_BYTES = 48 * 1024;

/** Makes the refusal of a request that is invalid whatever it asks for; undefined for nearly all requests. */
export function refusalOf(request: IncomingMessage): ApiError | undefined {
  const fault = hostFault(request) ?? targetFault(request.url ?? '');
  if (fault !== undefined) return new ApiError('request_malformed', fault);
  return hasLargeHeaders(request)
    ? new ApiError('headers_too_large', `the request's headers are larger than ${MOST_HEADER_BYTES} bytes`)
    : undefined;
}

/** True if the headers have more than `MOST_HEADER_BYTES`. */
export function hasLargeHeaders({ rawHeaders }: IncomingMessage): boolean {
  let bytes = 0;
  // Colon, space and line break add four characters to each pair of name and value.
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes > MOST_HEADER_BYTES;
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

/** Splits a target into path and query, each as it is written. */
export function pathAndQuery(target: string): Pick<Request, 'path' | 'query'> {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
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
