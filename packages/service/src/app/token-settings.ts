import type { Config } from '../config/settings.ts';

/** Returns the token settings of each base address by its name. */
export function tokenSettings({ token, endpoints }: Config): ReadonlyMap<string, Config['token']> {
  return new Map([['', token], ...[...endpoints].map(([name, own]) => [name, own.token] as const)]);
}
