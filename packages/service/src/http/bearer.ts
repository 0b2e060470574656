import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import { onlyValue, parseRead, type Query } from '../api/query.ts';
import type { Request } from './answer.ts';
import { requestHeader } from './answer.ts';
import { BETWEEN_HEADERS, MAX_QUERY_BYTES } from './read-request.ts';

/** Longest token that is accepted, in characters. */
const MAX_TOKEN = 8192;

type HasHeaders = Pick<Request, 'headers'>;

/** Credentials for another server, such as one in front, which does not always remove them. */
const FOR_OTHERS = /^(?:Basic|Digest|Negotiate|NTLM) +\S/i;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * Returns the token of a request: from the header `Authorization: Bearer`, otherwise from the parameter `token`
 * (interface decisions 8). Undefined without one. Throws if it cannot be read; no message shows the given value.
 */
export function readToken(request: HasHeaders, query: Query): string | undefined {
  return isHeaderForUs(request) ? readHeader(requestHeader(request, 'authorization') ?? '') : readParameter(query);
}

/**
 * Returns the token of an unchecked request; undefined also if it cannot be read, which is refused later. Never throws.
 */
export function tokenOrNone(request: HasHeaders, query: string): string | undefined {
  if (query.length > MAX_QUERY_BYTES) return undefined;
  try {
    return readToken(
      request,
      parseRead(query, (name) => name === 'token'),
    );
  } catch {
    return undefined;
  }
}

/** Returns the token that applies to a request if it is in the address; undefined if the header has it. */
export function addressToken(request: Request, query: Query): string | undefined {
  return isHeaderForUs(request) ? undefined : readParameter(query);
}

function isHeaderForUs(request: HasHeaders): boolean {
  const header = requestHeader(request, 'authorization');
  return header?.split(BETWEEN_HEADERS).some((each) => !FOR_OTHERS.test(each)) ?? false;
}

function readHeader(header: string): string {
  if (header.includes(BETWEEN_HEADERS))
    throw new ApiError('token_invalid', 'authorization: the header is given more than once');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) {
    throw new ApiError('token_invalid', 'authorization: the header is not "Bearer" and a token, with a blank between');
  }
  if (token.length > MAX_TOKEN) {
    throw new ApiError('token_invalid', `authorization: the token is longer than ${MAX_TOKEN} characters`);
  }
  return token;
}

function readParameter(query: Query): string | undefined {
  const token = onlyValue(query, 'token');
  if (token !== undefined && token.length > MAX_TOKEN) {
    throw invalidParameter(`token: has ${token.length} characters; at most ${MAX_TOKEN} are read`);
  }
  return token;
}

/** True if the address has a signature, whether right or wrong. */
export function isSigned(query: Query): boolean {
  return query.has('signature') || query.has('signature[]');
}
