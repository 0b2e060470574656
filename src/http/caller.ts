import type { Caller } from '../api/caller.ts';
import type { Query } from '../api/query.ts';
import type { Request } from './answer.ts';
import type { SignedIn } from './authentication.ts';
import { addressToken } from './bearer.ts';

/** Who asks, and how; `name` is that of the base address. */
export function callerOf(request: Request, query: Query, name: string, user: SignedIn | undefined): Caller {
  return {
    address: request.address,
    endpoint: name,
    isSignedIn: user !== undefined,
    addressToken: user && addressToken(request, query),
  };
}
