/** Whose fault it is if a sign-in fails: the provider's, or that of whoever sends something. */
import { errors } from 'jose';

/** Codes of the libraries for answers that are no JSON, or no keys. */
const BROKEN = new Set(['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID']);

/** Codes of OAuth for what whoever signs in can do nothing about: the provider's state, or the client that it doesn't accept. */
const OF_OPERATORS = new Set(['temporarily_unavailable', 'server_error', 'invalid_client', 'unauthorized_client']);

/** The provider can't be asked or used at the moment; a retry may succeed. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider didn't sign the person in, or what it says is not true. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** Runs `work`, and tells what is the provider's fault from what is the caller's. */
export async function sortingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    const code = codeOf(error);
    const isAway = causesOf(error).some(
      (each) =>
        each instanceof ProviderUnavailable ||
        each instanceof errors.JWKSTimeout ||
        (each instanceof Error && 'code' in each && BROKEN.has(String(each.code))),
    );
    if (isAway || (code !== undefined && OF_OPERATORS.has(code)))
      throw new ProviderUnavailable(
        `the provider cannot sign anybody in at the moment${code === undefined ? '' : ` (${code})`}`,
        { cause: error },
      );
    // The provider's own words may hold what is nobody's business, so they stay out of the log.
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new SignInRefused(code === undefined ? reason : `${reason} (${code})`);
  }
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each);
  return causes;
}

/** The code of an error of OAuth, which is one word. */
export function codeOf(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    const code = typeof each === 'object' && each !== null && 'error' in each ? each.error : undefined;
    if (typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)) return code;
  }
  return undefined;
}
