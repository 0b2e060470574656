/** What a request of Node's says, as this service reads it. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { Request } from './answer.ts';
import { hostFault } from './host.ts';

/** Node keeps the first of several `Authorization` headers; all of them together are none that can be read. */
export function headersOf(request: IncomingMessage): Request['headers'] {
  const { headers } = request;
  if (headers.authorization === undefined) return headers;
  const { authorization } = request.headersDistinct;
  return authorization && authorization.length > 1 ? { ...headers, authorization: authorization.join(', ') } : headers;
}

/** Bytes of the headers without the request line. The parser's limit is higher, because it includes the query of a long comment. */
export const MOST_HEADER_BYTES = 48 * 1024;

/** Refuses requests that are invalid whatever they ask for; undefined for nearly all. */
export function refusalOf(request: IncomingMessage): ApiError | undefined {
  const fault = hostFault(request) ?? targetFault(request.url ?? '');
  if (fault !== undefined) return new ApiError('request_malformed', fault);
  return hasLargeHeaders(request)
    ? new ApiError('headers_too_large', `the request's headers are larger than ${MOST_HEADER_BYTES} bytes`)
    : undefined;
}

export function hasLargeHeaders({ rawHeaders }: IncomingMessage): boolean {
  let bytes = 0;
  // The colon, the blank and the line break make four characters for a name and its value.
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes > MOST_HEADER_BYTES;
}

/**
 * Replaces a target in absolute form, as proxies get it, by its path and its host. A server must accept this form, and ignore the
 * header Host in favour of the target (RFC 9112, section 3.2.2).
 */
export function takeOrigin(request: IncomingMessage): void {
  const { host, target } = splitOrigin(request.url ?? '');
  request.url = target;
  if (host !== undefined && request.headers.host !== undefined) request.headers.host = host;
}

/** The host that a target names, if any, and the target without it. */
export function splitOrigin(target: string): { readonly host: string | undefined; readonly target: string } {
  const [origin, host] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (origin === undefined) return { host: undefined, target };
  const rest = target.slice(origin.length);
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Path and query of a target, each as it is written. */
export function pathAndQuery(target: string): Pick<Request, 'path' | 'query'> {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** What is wrong with a target; undefined where it may be read. */
function targetFault(target: string): string | undefined {
  // Some servers cut it off, others read it as a part of a value.
  return target.includes('#') ? 'the target of the request has a fragment; write # as %23' : undefined;
}

/** True where a body follows, which has to be read away. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
