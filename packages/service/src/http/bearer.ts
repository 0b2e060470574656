import { parseQuery, type Query } from '../api/query.ts';
import { ApiError } from '../domain/errors.ts';
import type { Request } from './answer.ts';
import { headerOf } from './answer.ts';
import { MAX_QUERY_BYTES } from './failure.ts';

/** Longest token that is looked at, in characters. */
export const MAX_TOKEN = 8192;

type HasHeaders = Pick<Request, 'headers'>;

/** Credentials for somebody else, such as a server in front, which doesn't always take them away. */
const FOR_OTHERS = /^(?:Basic|Digest|Negotiate|NTLM) +\S/i;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * The token of a request: the header `Authorization: Bearer`, else the parameter `token` (decisions 8). Undefined without one.
 * Throws where either can't be read; no message shows what was given.
 */
export function readToken(request: HasHeaders, query: Query): string | undefined {
  return isHeaderForUs(request) ? readHeader(headerOf(request, 'authorization') ?? '') : readParameter(query);
}

/** The token of a request that may be anything; undefined also where it can't be read, which is refused later. Never throws. */
export function tokenOrNone(request: HasHeaders, query: string): string | undefined {
  if (query.length > MAX_QUERY_BYTES) return undefined;
  try {
    return readToken(request, parseQuery(query));
  } catch {
    return undefined;
  }
}

/** The token that a request is answered for, where it stands in its address. */
export function addressToken(request: Request, query: Query): string | undefined {
  return isHeaderForUs(request) ? undefined : readParameter(query);
}

function isHeaderForUs(request: HasHeaders): boolean {
  const header = headerOf(request, 'authorization');
  return header !== undefined && !FOR_OTHERS.test(header);
}

function readHeader(header: string): string {
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) {
    throw new ApiError('token_invalid', 'authorization: the header is not "Bearer" and a token, with a blank between');
  }
  if (token.length > MAX_TOKEN) {
    throw new ApiError('token_invalid', `authorization: the token is longer than ${MAX_TOKEN} characters`);
  }
  return token;
}

/** A token written as if it were several is an error, like any single value, also where none is asked for (decisions 2). */
export function refuseSeveralTokens(query: Query): void {
  if (query.has('token[]')) {
    throw new ApiError('parameter_invalid', 'token[]: token takes one value and is written without brackets');
  }
  if ((query.get('token') ?? []).length > 1)
    throw new ApiError('parameter_invalid', 'token: is given more than once, but takes one value');
}

function readParameter(query: Query): string | undefined {
  refuseSeveralTokens(query);
  const [token] = query.get('token') ?? [];
  if (token === undefined || token === '') return undefined;
  if (token.length > MAX_TOKEN) {
    throw new ApiError('parameter_invalid', `token: has ${token.length} characters; at most ${MAX_TOKEN} are read`);
  }
  return token;
}
