import type { Config } from '../config/settings.ts';
import type { TokenSettings } from '../config/verifiers.ts';
import type { TokenList } from './token-list.ts';
import type { TokenVerifier } from './token-verifier.ts';
import { openIntrospectedTokens } from './tokens-introspection.ts';
import { type JwtKey, openJwtTokens } from './tokens-jwt.ts';
import { openStaticTokens } from './tokens-static.ts';

/** Returns the token settings of each base address by its name. */
export function tokenSettings({ token, endpoints }: Config): ReadonlyMap<string, TokenSettings> {
  return new Map([['', token], ...[...endpoints].map(([name, own]) => [name, own.token] as const)]);
}

/** Opens the verifier that the settings name; undefined if they name none. The caller closes the list of tokens. */
export function openTokenVerifier(
  { verifier, tokens, jwt, introspection }: TokenSettings,
  options: { listedTokens(): TokenList; report(error: unknown): void; now(): number },
): TokenVerifier | undefined {
  const { listedTokens, report, now } = options;
  switch (verifier) {
    case 'none':
      return undefined;
    case 'static':
      return openStaticTokens({ configured: tokens, list: listedTokens(), report, now });
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
      const { userClaim, groupsClaim } = jwt;
      return openIntrospectedTokens({ userClaim, groupsClaim, url: url ?? '', client, now });
    }
  }
}

/** The settings contain exactly one of the keys. */
function keyOf({ secret, publicKeyFile, jwks }: TokenSettings['jwt']): JwtKey {
  if (secret !== null) return { kind: 'secret', secret };
  if (publicKeyFile !== null) return { kind: 'public', pem: publicKeyFile.text };
  return { kind: 'set', at: jwks ?? '' };
}

/** True if a base address with these settings accepts the tokens of the list. */
export function usesListedTokens({ verifier }: TokenSettings): boolean {
  return verifier === 'static';
}
