import { createPublicKey, type KeyObject } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type ClaimNames, identityOf, isTime } from './claims.ts';
import { openKeySetFile } from './key-set-file.ts';
import { type TokenVerifier, VerifierUnavailable } from './token-verifier.ts';

/** Tolerated difference between the clocks of issuers and ours. */
export const LEEWAY_SECONDS = 30;
/** Lifetime of a cached key set, and so the longest time that a withdrawn key is still accepted. */
const KEY_SET_SECONDS = 300;
/** Timeout for fetching the key set. */
const KEY_SET_DEADLINE_SECONDS = 5;
/** A token with an unknown key causes the set to be fetched again, but not more often than this. */
const KEY_SET_COOLDOWN_SECONDS = 5;

/** The key that verifies signatures. It determines the algorithms; the token never does. */
export type JwtKey =
  | { readonly kind: 'secret'; readonly secret: string }
  /** A public key or certificate in PEM. */
  | { readonly kind: 'public'; readonly pem: string }
  /** An http or https address, or the path of a file. */
  | { readonly kind: 'set'; readonly at: string };

/** Opens a verifier of JSON Web Tokens. Throws if the key cannot be used. */
export function openJwtTokens(
  options: ClaimNames & {
    readonly key: JwtKey;
    /** Issuer and audience that tokens must have; undefined means that the claim is not checked. */
    readonly issuer: string | undefined;
    readonly audience: string | undefined;
    readonly cooldownSeconds?: number;
    /** Current time in UTC milliseconds. */
    now?(): number;
  },
): TokenVerifier {
  const { issuer, audience, now = Date.now } = options;
  const { algorithms, getKey, state } = openKey(options.key, options.cooldownSeconds ?? KEY_SET_COOLDOWN_SECONDS);

  async function claimsOf(token: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const rules = {
      algorithms,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(now()),
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
    };
    try {
      return (await jwtVerify(token, getKey, rules)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return refuse(error);
      // The token names no key, and several keys of the set may match.
      for await (const key of error) {
        try {
          return (await jwtVerify(token, key, rules)).payload;
        } catch (other) {
          if (!isOfKey(other)) return refuse(other);
        }
      }
      return undefined;
    }
  }

  return {
    verify: async (token, { signal }) => {
      signal.throwIfAborted();
      const claims = isCompact(token) ? await claimsOf(token) : undefined;
      signal.throwIfAborted();
      return claims && hasTimes(claims) ? identityOf(claims, options) : undefined;
    },
    state,
    [Symbol.asyncDispose]: async () => {},
  };
}

/**
 * True for the compact form of RFC 7515: three parts in base64url, each in its only spelling. The library would also accept
 * padding, and any bits in the last letter that belong to no byte, so that one signature would have four spellings.
 */
function isCompact(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && part === reencoded(part));
}

function reencoded(part: string): string {
  return Buffer.from(part, 'base64url').toString('base64url');
}

/** False if a time can't be one, because a token with an unknown expiry must not be accepted. */
function hasTimes({ exp, nbf, iat }: Readonly<Record<string, unknown>>): boolean {
  return [exp, nbf, iat].every((time) => time === undefined || isTime(time));
}

/** Errors that make a token invalid, reported as undefined. Errors of the keys are thrown instead. */
const OF_TOKENS = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
];

/**
 * True if a key of a set is too short or no key at all. A token that names it is invalid, and the other keys still
 * work. A `TypeError` with a cause is not meant: `fetch` throws it.
 */
function isUseless(error: unknown): boolean {
  return (error instanceof TypeError && error.cause === undefined) || error instanceof DOMException;
}

function isOfKey(error: unknown): boolean {
  return error instanceof errors.JWSSignatureVerificationFailed || isUseless(error);
}

function refuse(error: unknown): undefined {
  if (OF_TOKENS.some((kind) => error instanceof kind) || isUseless(error)) return undefined;
  throw new VerifierUnavailable('the keys that sign tokens cannot be loaded', { cause: error });
}

interface Key {
  readonly algorithms: string[];
  readonly getKey: JWTVerifyGetKey;
  state(): number;
}

function openKey(key: JwtKey, cooldownSeconds: number): Key {
  const state = () => 0;
  switch (key.kind) {
    case 'secret': {
      const bytes = new TextEncoder().encode(key.secret);
      return { algorithms: ['HS256'], getKey: async () => bytes, state };
    }
    case 'public': {
      const publicKey = readPublicKey(key.pem);
      return { algorithms: [algorithmOf(publicKey)], getKey: async () => publicKey, state };
    }
    case 'set': {
      const algorithms = ['RS256', 'ES256'];
      if (!/^https?:/i.test(key.at)) {
        const file = openKeySetFile(key.at, createLocalJWKSet);
        return { algorithms, getKey: (header, token) => file.current()(header, token), state: file.state };
      }
      const getKey = createRemoteJWKSet(new URL(key.at), {
        timeoutDuration: KEY_SET_DEADLINE_SECONDS * 1000,
        cacheMaxAge: KEY_SET_SECONDS * 1000,
        cooldownDuration: cooldownSeconds * 1000,
      });
      return { algorithms, getKey, state };
    }
  }
}

function readPublicKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw new Error('token.jwt.publicKeyFile: the file holds no public key in PEM', { cause });
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return 'RS256';
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new Error('token.jwt.publicKeyFile: the key is neither RSA of at least 2048 bits nor EC on the curve P-256');
}
