import type { Caller } from '../api/caller.ts';
import type { Query } from '../api/query.ts';
import { type Request, requestHeader } from './answer.ts';
import type { SignedIn } from './authentication.ts';
import { addressToken } from './bearer.ts';

/** Describes the caller for operations; `name` is the name of the base address. */
export function callerOf(request: Request, query: Query, name: string, user: SignedIn | undefined): Caller {
  return {
    address: request.address,
    endpoint: name,
    base: `${request.origin ?? ''}/${name === '' ? '' : `${name}/`}`,
    checksOnly: request.method === 'HEAD',
    isPrefetch: isPrefetch(request),
    isSignedIn: user !== undefined,
    addressToken: user && addressToken(request, query),
  };
}

/** Browsers mark prefetches in different headers, with additional words in the value. */
function isPrefetch(request: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(requestHeader(request, name) ?? ''),
  );
}
