import { IdentityProvider } from '../../auth/identity-provider.ts';
import type { Config } from '../../config/settings.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Asks the provider with which people sign in for what it says of itself, and for its keys. */
export async function* checkSignIn({ signIn, publicUrl }: Config): AsyncGenerator<Diagnosis> {
  const part = 'sign-in';
  if (signIn.issuer === null) return;
  await using provider = new IdentityProvider(signIn);
  try {
    const { end_session_endpoint: end, scopes_supported: known } = await provider.describe();
    yield { part, state: 'ok', text: `${signIn.issuer} answers, and its keys can be read` };
    if (end === undefined)
      yield { part, state: 'warning', text: 'the provider has no sign-out, so people stay signed in there' };
    const unknown = signIn.scopes.filter((each) => known && !known.includes(each));
    if (unknown.length > 0)
      yield {
        ...{ part, state: 'warning', text: `the provider does not list the scopes ${unknown.join(', ')}` },
        remedy: 'set signIn.scopes to those that give signIn.userClaim and signIn.groupsClaim',
      };
    if (publicUrl === null) {
      const remedy = 'set publicUrl, and register it with /sign-in/callback at the provider';
      yield { part, state: 'warning', text: 'the address to return to is that of each request', remedy };
    }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const cause = reason instanceof Error && reason.cause instanceof Error ? `: ${reason.cause.message}` : '';
    yield {
      ...{
        part,
        state: 'problem',
        text: `${signIn.issuer}: ${reason instanceof Error ? reason.message : reason}${cause}`,
      },
      remedy: 'check signIn.issuer: its /.well-known/openid-configuration must name the same issuer',
    };
  }
}
