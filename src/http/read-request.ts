/** What a request of Node's says, as this service reads it. */
import type { IncomingMessage } from 'node:http';
import type { Request } from './answer.ts';

/** Node keeps the first of several `Authorization` headers; all of them together are none that can be read. */
export function headersOf(request: IncomingMessage): Request['headers'] {
  const { headers } = request;
  if (headers.authorization === undefined) return headers;
  const { authorization } = request.headersDistinct;
  return authorization && authorization.length > 1 ? { ...headers, authorization: authorization.join(', ') } : headers;
}

/** HTTP/1.1 asks for it (RFC 9112, section 3.2); only in HTTP/1.0 it may be missing, and HTTP/0.9 is none that is answered. */
export function hasNoHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && headers.host === undefined;
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
