import type { Config } from '../config/settings.ts';
import type { TokenSettings } from '../config/verifiers.ts';
import { openTokenList, type TokenList } from './token-list.ts';
import type { TokenVerifier } from './token-verifier.ts';
import { openIntrospectedTokens } from './tokens-introspection.ts';
import { type JwtKey, openJwtTokens } from './tokens-jwt.ts';
import { openStaticTokens } from './tokens-static.ts';

/** Returns the token settings of each base address by its name. */
export function tokenSettings({ token, endpoints }: Config): ReadonlyMap<string, TokenSettings> {
  return new Map([['', token], ...[...endpoints].map(([name, own]) => [name, own.token] as const)]);
}

/** Opens the verifier that the settings name; undefined if they name none. */
export function openTokenVerifier(
  { verifier, tokens, jwt, introspection }: TokenSettings,
  { directory, report, now }: { readonly directory: string; report(error: unknown): void; now(): number },
): TokenVerifier | undefined {
  switch (verifier) {
    case 'none':
      return undefined;
    case 'static': {
      const list = openTokenList(directory);
      const verifier = openStaticTokens({ configured: tokens, list, report, now });
      return { ...verifier, [Symbol.asyncDispose]: async () => list[Symbol.dispose]() };
    }
    case 'jwt':
      return openJwtTokens({
        ...jwt,
        key: keyOf(jwt),
        issuer: jwt.issuer ?? undefined,
        audience: jwt.audience ?? undefined,
        now,
      });
    case 'introspection': {
      const { url, clientId, clientSecretFile } = introspection;
      const client = clientId === null ? undefined : { id: clientId, secret: clientSecretFile?.text ?? '' };
      return openIntrospectedTokens({ ...introspection, url: url ?? '', client, now });
    }
  }
}

/** The settings contain exactly one of the keys. */
function keyOf({ secret, publicKeyFile, jwks }: TokenSettings['jwt']): JwtKey {
  if (secret !== null) return { kind: 'secret', secret };
  if (publicKeyFile !== null) return { kind: 'public', pem: publicKeyFile.text };
  return { kind: 'set', at: jwks ?? '' };
}

/**
 * Opens a number that changes whenever a token is made or revoked, for caches of what verifiers with these settings
 * returned. It is always 0 if none of the settings use the token list.
 */
export function openTokenState(
  settings: readonly TokenSettings[],
  directory: string,
): Pick<TokenList, 'state'> & Disposable {
  return settings.some(({ verifier }) => verifier === 'static')
    ? openTokenList(directory)
    : { state: () => 0, [Symbol.dispose]: () => {} };
}
