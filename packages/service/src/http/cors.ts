/** Cross-origin access (interface decisions 8): every page may read answers unless origins are configured. */
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import type { Answer, Request } from './answer.ts';
import { requestHeader } from './answer.ts';
import { baseAddressOf } from './base-address.ts';

type Headers = Answer['headers'];

const EXPOSED =
  'Content-Disposition, Content-Range, ETag, Retry-After, WWW-Authenticate, X-Pages, X-Placeholder, X-Total-Count';

/** The headers that let pages of any origin read the answer. */
export const ANY_ORIGIN: Headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };

/** Returns the headers that let the requesting page read the answer; only `Vary` if its origin is not allowed. */
export function corsHeaders(request: Pick<Request, 'headers'>, { cors }: Pick<EndpointSettings, 'cors'>): Headers {
  if (cors.origins.includes('*')) return ANY_ORIGIN;
  const origin = requestHeader(request, 'origin');
  if (origin === undefined || !cors.origins.includes(origin)) return { vary: 'Origin' };
  return { ...ANY_ORIGIN, vary: 'Origin', 'access-control-allow-origin': origin };
}

/** Returns the CORS headers for any path, by the settings of its base address. */
export type Cors = (request: Pick<Request, 'path' | 'headers'>) => Headers;

/** Returns the function that makes CORS headers for these settings. */
export function openCors(config: Config): Cors {
  return (request) => corsHeaders(request, baseAddressOf(request.path, config).settings);
}

/** True for a preflight, which browsers send before a request with an `Authorization` header. */
export function isPreflight(request: Pick<Request, 'method' | 'headers'>): boolean {
  return request.method === 'OPTIONS' && requestHeader(request, 'access-control-request-method') !== undefined;
}

export function preflightAnswer(): Answer {
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'Authorization, If-Match, If-None-Match, If-Range, Range',
      'access-control-max-age': '86400',
    },
  };
}
