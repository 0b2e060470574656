import { isDeepStrictEqual } from 'node:util';
import { canonicalToken } from '../auth/canonical-token.ts';
import type { Config } from '../config/settings.ts';
import type { RateLimiter } from '../coordination/rate-limiter.ts';
import { baseAddressOf } from './base-address.ts';

/** Limits the requests of each address and each token. */
export interface RequestLimit {
  /**
   * Counts a request of a network (`networkOf`). Returns the seconds until its caller may send the next one; 0 if the
   * request is allowed. Reads and counts the token only if the address is within its limit. A refused request counts
   * for neither.
   */
  take(path: string, network: string, token: () => string | undefined): number | Promise<number>;
  /**
   * The same for a preflight (`isPreflight`): as many are allowed as requests, and count by themselves, so that a page
   * that must send one before each request has the limit of any other.
   */
  takePreflight(path: string, network: string): number | Promise<number>;
}

/** True if a base address limits its requests. */
export function limitsRequests({ rateLimit, endpoints }: Config): boolean {
  const all = [rateLimit, ...[...endpoints.values()].map((own) => own.rateLimit)];
  return all.some(({ perAddress, perToken }) => perAddress > 0 || perToken > 0);
}

/**
 * Opens the limit of all base addresses; undefined if none has one. An endpoint with the same limits as the main
 * address shares its counts. Addresses and tokens have a limiter each, so that a flood of one kind doesn't fill the
 * counts of the other.
 */
export function openRequestLimit(
  config: Config,
  limiters: { readonly addresses: RateLimiter; readonly tokens: RateLimiter },
): RequestLimit | undefined {
  const main = { prefix: '', limits: config.rateLimit };
  const own = new Map<string, typeof main>();
  for (const [name, { rateLimit }] of config.endpoints) {
    // Unambiguous, because addresses and tokens contain no spaces.
    if (!isDeepStrictEqual(rateLimit, config.rateLimit)) own.set(name, { prefix: `${name} `, limits: rateLimit });
  }
  if (!limitsRequests(config)) return undefined;
  const limitAt = (path: string) => own.get(baseAddressOf(path, config).name) ?? main;
  return {
    takePreflight: (path, network) => {
      const { prefix, limits } = limitAt(path);
      const rate = { count: limits.perAddress, seconds: limits.seconds };
      return limiters.addresses.take(`${prefix}preflight ${network}`, rate);
    },
    take: (path, network, token) => {
      const { prefix, limits } = limitAt(path);
      const { seconds, perAddress, perToken } = limits;
      const address = [prefix + network, { count: perAddress, seconds }] as const;
      const refund = () => limiters.addresses.refund(...address, 0);
      const takeToken = () => {
        const text = perToken === 0 ? undefined : token();
        const wait =
          text === undefined ? 0 : limiters.tokens.take(prefix + canonicalToken(text), { count: perToken, seconds });
        if (typeof wait !== 'number') return afterRefund(wait, refund);
        if (wait > 0) void refund();
        return wait;
      };
      const wait = limiters.addresses.take(...address);
      if (typeof wait !== 'number') return wait.then((time) => (time > 0 ? time : takeToken()));
      return wait > 0 ? wait : takeToken();
    },
  };
}

/** Returns the seconds to wait; refunds what the address has paid if the token must wait. */
async function afterRefund(wait: Promise<number>, refund: () => void | Promise<void>): Promise<number> {
  const seconds = await wait;
  if (seconds > 0) await refund();
  return seconds;
}
