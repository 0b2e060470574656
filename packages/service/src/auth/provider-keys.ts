/** The keys of a provider: they say whether a token is its own. */
import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  errors,
  type FetchImplementation,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';

/** Tolerated difference between the provider's clock and ours. */
export const LEEWAY_SECONDS = 30;
/** Pause between two readings of keys for tokens that anybody may have sent. */
const PAUSE_MS = 1000;
/** Never `none`, nor a secret that the provider shares with this service. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export class ProviderKeys {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  #read = Number.NEGATIVE_INFINITY;

  constructor(address: URL, options: { readonly fetch: FetchImplementation; readonly deadlineSeconds: number }) {
    this.#keys = createRemoteJWKSet(address, {
      [joseFetch]: options.fetch,
      timeoutDuration: options.deadlineSeconds * 1000,
    });
  }

  async reload(): Promise<void> {
    await this.#keys.reload();
  }

  /**
   * Verifies signature and claims. The provider may have changed its keys, also behind the same names; `maySoon` reads them
   * again however recently they were read.
   */
  async verify(
    token: string,
    { maySoon, ...rules }: JWTVerifyOptions & { readonly maySoon: boolean },
  ): Promise<JWTVerifyResult> {
    const verify = async () =>
      await jwtVerify(token, this.#keys, { ...rules, algorithms: ALGORITHMS, clockTolerance: LEEWAY_SECONDS });
    try {
      return await verify();
    } catch (error) {
      const mayBeOld =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
      const now = performance.now();
      if (!mayBeOld || (!maySoon && now - this.#read < PAUSE_MS)) throw error;
      this.#read = now;
      await this.reload();
      return await verify();
    }
  }
}

/** False if a verified ID token says that it was given with another access token (OpenID Connect Core 3.1.3.8). */
export function isGivenWith(accessToken: string, { payload, protectedHeader: { alg } }: JWTVerifyResult): boolean {
  const { at_hash: told } = payload;
  if (told === undefined) return true;
  const [, bits = '512'] = /^[RPE]S(\d{3})$/.exec(alg) ?? [];
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return told === digest.subarray(0, digest.length / 2).toString('base64url');
}
