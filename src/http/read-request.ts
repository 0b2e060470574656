/** What a request of Node's says, as this service reads it. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Request } from './answer.ts';

/** Node keeps the first of several `Authorization` headers; all of them together are none that can be read. */
export function headersOf(request: IncomingMessage): Request['headers'] {
  const { headers } = request;
  if (headers.authorization === undefined) return headers;
  const { authorization } = request.headersDistinct;
  return authorization && authorization.length > 1 ? { ...headers, authorization: authorization.join(', ') } : headers;
}

/** Bytes of the headers without the request line; the parser lets more through, for the sake of long comments. */
export const MOST_HEADER_BYTES = 48 * 1024;

/** Why a request is refused whatever it asks for; undefined for nearly all. */
export function refusalOf(request: IncomingMessage): ApiError | undefined {
  // HTTP/1.1 asks for it (RFC 9112, section 3.2); only in HTTP/1.0 it may be missing, and HTTP/0.9 is none that is answered.
  if (request.httpVersion !== '1.0' && request.headers.host === undefined)
    return new ApiError('request_malformed', 'the header Host is missing');
  return hasLargeHeaders(request)
    ? new ApiError('headers_too_large', `the request's headers are larger than ${MOST_HEADER_BYTES} bytes`)
    : undefined;
}

export function hasLargeHeaders({ rawHeaders }: IncomingMessage): boolean {
  let bytes = 0;
  // Four signs stand around each name and value.
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes > MOST_HEADER_BYTES;
}

/** Path and query of a target, each as it is written. */
export function pathAndQuery(url: string): Pick<Request, 'path' | 'query'> {
  const target = withoutOrigin(url);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The target of a request to a proxy names the server, too; servers accept it (RFC 9112, section 3.2.2). */
function withoutOrigin(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** True where a body follows, which has to be read away. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
