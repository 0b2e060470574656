import type { Caller } from '../api/caller.ts';
import { headerOf, type Request } from './answer.ts';

/** Who asks, and how. `endpoint` is the name of the base address; undefined is the main one. */
export function callerOf(request: Request, endpoint: string | undefined): Caller {
  return {
    address: request.address,
    endpoint: endpoint ?? '',
    get base() {
      return `${originOf(request)}/${endpoint === undefined ? '' : `${endpoint}/`}`;
    },
    checksOnly: request.method === 'HEAD',
    isPrefetch: ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
      /prefetch|prerender|preview/i.test(headerOf(request, name) ?? ''),
    ),
    isSignedIn: false,
  };
}

/** As the caller wrote it; '' where it named no server, as in HTTP/1.0. */
function originOf(request: Request): string {
  const url = URL.parse(`http://${headerOf(request, 'host') ?? ''}`);
  const isHostAlone = url?.pathname === '/' && !url.username && !url.password && !url.search && !url.hash;
  return isHostAlone ? url.origin : '';
}
