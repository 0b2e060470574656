/** Warnings about settings that are easily overlooked: `abs serve` logs them at the start, `abs doctor` shows them. */
import type { Config } from '../config/settings.ts';
import type { Storage } from './storage.ts';
import { findUnknownNames, refersToCatalogue } from './unknown-names.ts';

/** Returns a line for each setting that is accepted and yet is probably not meant. */
export function warningsOfSettings(config: Config): readonly string[] {
  return [...weakSecrets(config), ...withoutEffect(config)];
}

/** Returns a line for each name in the settings that the catalogue lacks. */
export async function unknownNames(config: Config, storage: Storage): Promise<readonly string[]> {
  // Reading the model takes long, so it is skipped if no setting names anything.
  if (!refersToCatalogue(config)) return [];
  return findUnknownNames(config, (await storage.catalogue.snapshot()).model);
}

/** Warns of short JWT secrets, which anyone with a token can find by trial (RFC 7518, section 3.2). */
function weakSecrets({ token, endpoints }: Config): readonly string[] {
  return [['', token] as const, ...[...endpoints].map(([name, own]) => [`endpoints.${name}.`, own.token] as const)]
    .filter(([, { verifier, jwt }]) => verifier === 'jwt' && jwt.secret !== null && Buffer.byteLength(jwt.secret) < 32)
    .map(([prefix]) => `${prefix}token.jwt.secret has less than 32 bytes: tokens can be forged by trying`);
}

/** Returns warnings about settings of endpoints that count only for the whole service. */
function withoutEffect({ render, cache, token, endpoints }: Config): readonly string[] {
  const shared = (settings: Pick<Config, 'render' | 'cache' | 'token'>) =>
    new Map<string, unknown>([
      ...Object.entries(settings.render).map(([key, value]) => [`render.${key}`, value] as const),
      ['cache.megabytes', settings.cache.megabytes],
      ['token.loginUrl', settings.token.loginUrl],
    ]);
  const ofService = shared({ render, cache, token });
  return [...endpoints].flatMap(([name, own]) =>
    [...shared(own)]
      .filter(([key, value]) => value !== ofService.get(key))
      .map(([key]) => `endpoints.${name}.${key} has no effect: ${key} counts for the whole service`),
  );
}
