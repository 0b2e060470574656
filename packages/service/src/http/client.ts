import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../coordination/network-of.ts';
import type { Request } from './answer.ts';
import { isHost } from './host.ts';

/** Whom a request comes from, and under which address he knows this service. */
export type Client = Pick<Request, 'address' | 'origin'>;

/** Addresses of `X-Forwarded-For` that are looked at, from the nearest. */
const MOST_PROXIES = 32;

/**
 * Tells clients behind proxies. Headers count as far as `trusted` addresses and networks wrote them: of `X-Forwarded-For` the last
 * address that isn't one of them is the client's, of the other headers the last entry counts. Whoever connects by himself is
 * who he is, whatever he says.
 */
export function openClients(trusted: readonly string[]) {
  const isProxy = openProxies(trusted);

  return function clientOf(peer: string | undefined, headers: Request['headers']): Client {
    const own = plainAddress(peer ?? '');
    if (trusted.length === 0 || !isProxy(own)) return { address: own, origin: originOf('http', text(headers['host'])) };
    const scheme = last(headers['x-forwarded-proto'])?.toLowerCase();
    const host = last(headers['x-forwarded-host']) ?? text(headers['host']);
    return { address: forwardedFor(own), origin: originOf(scheme === 'https' ? 'https' : 'http', host) };

    function forwardedFor(nearest: string): string {
      const chain = entries(headers['x-forwarded-for']).slice(-MOST_PROXIES);
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

/** Gives the test whether an address is trusted. */
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

/** An address as proxies write it: some with a port, some in brackets. */
function readAddress(entry: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

function originOf(scheme: 'http' | 'https', host: string | undefined): string | undefined {
  return host !== undefined && isHost(host) ? `${scheme}://${host}` : undefined;
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
