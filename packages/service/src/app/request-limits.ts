import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/settings.ts';
import { type LimitsThere, openRateLimit, type RateLimit, type RequestCountsData } from '../coordination/rate-limit.ts';
import { baseAddressOf } from '../http/base-address.ts';

/**
 * Opens the rate limit of all base addresses; undefined if none has one. An endpoint with the same limits as the main
 * address shares its counts.
 */
export function openRequestLimits(config: Config, counts: RequestCountsData, now: () => number): RateLimit | undefined {
  const main: LimitsThere = { name: '', limits: config.rateLimit };
  const own = new Map<string, LimitsThere>();
  for (const [name, { rateLimit }] of config.endpoints) {
    if (!isDeepStrictEqual(rateLimit, config.rateLimit)) own.set(name, { name, limits: rateLimit });
  }
  const isOff = [main, ...own.values()].every(({ limits }) => limits.perAddress === 0 && limits.perToken === 0);
  if (isOff) return undefined;
  return openRateLimit((path) => own.get(baseAddressOf(path, config).name) ?? main, counts, now);
}
