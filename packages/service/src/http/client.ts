import { BlockList, isIP } from 'node:net';
import type { Caller } from '../api/operation.ts';
import type { Query } from '../api/query.ts';
import type { SignedIn } from '../auth/authentication.ts';
import type { SignedAs } from '../auth/signed-address.ts';
import type { Config } from '../config/settings.ts';
import { plainAddress } from '../coordination/network-of.ts';
import { type Request, requestHeader } from './answer.ts';
import { addressToken } from './bearer.ts';
import { isHost } from './read-request.ts';

/** Address of the caller, and where the caller knows this service. */
export type Client = Pick<Request, 'address' | 'origin' | 'prefix'>;

/** Most addresses of `X-Forwarded-For` that are read, starting with the nearest. */
const MAX_PROXIES = 32;

/** Longest `X-Forwarded-Prefix` that counts, in characters. */
const MAX_PREFIX = 200;

/**
 * Returns a function that identifies the client of a request. Forwarding headers count only if addresses or networks in
 * `trusted` wrote them. The client is the last address of `X-Forwarded-For` that is not trusted; of the other headers
 * the last entry counts, and an invalid one is ignored. For a direct connection all these headers are ignored.
 */
export function openClients(trusted: readonly string[]) {
  const isProxy = openProxies(trusted);

  return function clientOf(peer: string | undefined, headers: Request['headers']): Client {
    const own = plainAddress(peer ?? '');
    if (trusted.length === 0 || !isProxy(own))
      return { address: own, origin: originOf('http', text(headers['host'])), prefix: '' };
    const scheme = last(headers['x-forwarded-proto'])?.toLowerCase();
    const host = last(headers['x-forwarded-host']) ?? text(headers['host']);
    const origin = originOf(scheme === 'https' ? 'https' : 'http', host);
    return { address: forwardedFor(own), origin, prefix: prefixOf(last(headers['x-forwarded-prefix'])) };

    function forwardedFor(nearest: string): string {
      const chain = entries(headers['x-forwarded-for']).slice(-MAX_PROXIES);
      let address = nearest;
      while (isProxy(address)) {
        const before = readAddress(chain.pop() ?? '');
        if (before === undefined) return address;
        address = before;
      }
      return address;
    }
  };
}

/** Returns a function that tests whether an address is trusted. */
export function openProxies(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && proxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Reads an address as proxies write it, possibly with a port or in brackets. */
function readAddress(entry: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

function originOf(scheme: 'http' | 'https', host: string | undefined): string | undefined {
  return host !== undefined && isHost(host) ? `${scheme}://${host}` : undefined;
}

/** Letters, and escapes of all but control characters, `.`, `/` and `\\`. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~-]|%(?!2[ef]|5c|7f)[2-9a-f][\da-f])+)+\/?$/i;

/** Reads a path such as `/dam`, with or without a `/` at its end; '' for anything that could mean another place. */
function prefixOf(path = ''): string {
  const isPath = path.length <= MAX_PREFIX && PREFIX.test(path);
  return isPath ? path.replace(/\/$/, '') : '';
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

function entries(header: string | string[] | undefined): string[] {
  return (text(header) ?? '').split(',').map((entry) => entry.trim());
}

function last(header: string | string[] | undefined): string | undefined {
  return entries(header).at(-1) || undefined;
}

/**
 * Returns the beginning of absolute addresses, without the last `/`: `publicUrl`, else the origin that the request names, if
 * any, and the path below which the service is. It may be forged, so what is made of it must reach no caller who names another.
 */
export function rootOf(
  { origin = '', prefix }: Pick<Request, 'origin' | 'prefix'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  return (publicUrl ?? origin) + prefix;
}

/** Number of folders between an address and the root of the service. */
export function depthOf(path: string): number {
  return path.split('/').length - 2;
}

/** Who sends a request, and where to. */
interface CallerInput {
  readonly query: Query;
  /** Name of the base address. */
  readonly name: string;
  readonly user: SignedIn | undefined;
  /** As whom a signed address is answered; undefined for any other request. */
  readonly signedAs: SignedAs | undefined;
}

/** Describes the caller for operations. */
export function callerOf(
  request: Request,
  { query, name, user, signedAs }: CallerInput,
  config: Pick<Config, 'publicUrl'>,
): Caller {
  return {
    address: request.address,
    endpoint: name,
    base: `${rootOf(request, config)}/${name === '' ? '' : `${name}/`}`,
    depth: depthOf(request.path),
    checksOnly: request.method === 'HEAD',
    isPrefetch: isPrefetch(request),
    isSignedIn: user !== undefined,
    addressToken: user && !signedAs && !user.isBySession ? addressToken(request, query) : undefined,
    signedAs,
    accept: requestHeader(request, 'accept'),
    img: query.get('img')?.[0],
  };
}

/** Browsers mark prefetches in different headers, with additional words in the value. */
export function isPrefetch(request: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(requestHeader(request, name) ?? ''),
  );
}
