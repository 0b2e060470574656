import type { EndpointSettings } from './endpoint-settings.ts';
import type { Problem } from './problems.ts';
import type { Config } from './settings.ts';

/** The token settings of a base address. */
export type TokenSettings = EndpointSettings['token'];

/** Reports base addresses whose token verifier lacks a setting it needs. */
export function verifiersThatLack({ token, endpoints }: Config): readonly Problem[] {
  const all = [
    ['', token] as const,
    ...[...endpoints].map(([name, own]) => [`endpoints.${name}.`, own.token] as const),
  ];
  // An endpoint that inherits the service's token settings would repeat the service's problem.
  const isTold = (own: TokenSettings) => own !== token && JSON.stringify(own) === JSON.stringify(token);
  return all.flatMap(([prefix, own]) => {
    const message = isTold(own) ? undefined : lackOf(own);
    return message === undefined ? [] : [{ key: `${prefix}token.verifier`, source: 'settings', message }];
  });
}

function lackOf({ verifier, jwt, introspection }: TokenSettings): string | undefined {
  if (verifier === 'jwt' && [jwt.secret, jwt.publicKeyFile, jwt.jwks].filter((key) => key !== null).length !== 1) {
    return 'jwt needs exactly one of token.jwt.secret, token.jwt.publicKeyFile and token.jwt.jwks';
  }
  if (verifier === 'introspection' && introspection.url === null) {
    return 'introspection needs token.introspection.url';
  }
  return undefined;
}
