import { createHash } from 'node:crypto';
import { NegativeCache } from '../../../core/src/concurrency/negative-cache.ts';
import { SingleFlight } from '../../../core/src/concurrency/single-flight.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import { readUpTo } from '../../../core/src/platform/read-up-to.ts';
import { type ClaimNames, identityOf, isTime } from './claims.ts';
import { type Identity, type TokenVerifier, VerifierUnavailable } from './token-verifier.ts';
import { LEEWAY_SECONDS } from './tokens-jwt.ts';

/** Timeout for the server's answer. */
const DEADLINE_SECONDS = 5;
/** Lifetime of an entry in the negative cache. It is short, because a token that isn't valid yet may soon be. */
const REFUSAL_SECONDS = 10;
/** Most concurrent requests to the server; further ones throw `VerifierUnavailable`. */
const MAX_AT_ONCE = 256;
/** Longest answer that is read, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Opens a verifier that asks a server about tokens (RFC 7662). Only that server ever gets a token or the client's
 * secret.
 */
export function openIntrospectedTokens(
  options: ClaimNames & {
    readonly url: string;
    /** Undefined if the server requires no client authentication. */
    readonly client: { readonly id: string; readonly secret: string } | undefined;
    readonly deadlineSeconds?: number;
    /** Current time in UTC milliseconds. */
    now?(): number;
  },
): TokenVerifier {
  const { url, client, deadlineSeconds = DEADLINE_SECONDS, now = Date.now } = options;
  const refusals = new NegativeCache<'refused'>({ seconds: REFUSAL_SECONDS, now });
  /** Callers with the same token share one request, which goes on when they leave. */
  const flights = new SingleFlight<Identity | undefined>();
  let running = 0;
  const closing = new AbortController();

  async function ask(token: string, key: string): Promise<Identity | undefined> {
    if (running >= MAX_AT_ONCE) throw new VerifierUnavailable('too many tokens are being introspected');
    running += 1;
    try {
      const identity = await introspect(token);
      if (!identity) refusals.note(key, 'refused');
      return identity;
    } finally {
      running -= 1;
    }
  }

  async function introspect(token: string): Promise<Identity | undefined> {
    let claims: unknown;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', ...(client && { authorization: basic(client) }) },
        body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
        // A redirect would send token and secret to another server.
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineSeconds * 1000)]),
      });
      const answer = await readUpTo(response.body ?? [], MAX_BYTES);
      if (answer === undefined) throw new Error(`the server's answer is longer than ${MAX_BYTES} bytes`);
      if (response.status !== 200) throw new Error(`the server answered ${response.status}`);
      claims = JSON.parse(answer.toString('utf8'));
    } catch (cause) {
      throw new VerifierUnavailable('the introspection server cannot be asked', { cause });
    }
    if (!isObject(claims) || typeof claims['active'] !== 'boolean') {
      throw new VerifierUnavailable('the introspection server gave no answer of RFC 7662');
    }
    const times = timesOf(claims);
    return claims['active'] && times && isOfNow(times, now() / 1000)
      ? identityOf({ ...claims, ...times }, options)
      : undefined;
  }

  return {
    verify: async (token, { signal }) => {
      const key = createHash('sha256').update(token).digest('base64');
      if (refusals.reason(key)) return undefined;
      return await flights.join(key, signal, () => ask(token, key));
    },
    state: () => 0,
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the service is stopping'));
    },
  };
}

/** Client ID and secret are form-encoded first (RFC 6749, section 2.3.1). */
function basic({ id, secret }: { readonly id: string; readonly secret: string }): string {
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}

interface Times {
  /** Seconds since the epoch; undefined without an expiry or a start. */
  readonly exp: number | undefined;
  readonly nbf: number | undefined;
}

/**
 * Undefined if a time cannot be read, because a token with an unknown expiry must not be accepted. Some servers write
 * numbers as strings.
 */
function timesOf(claims: Readonly<Record<string, unknown>>): Times | undefined {
  const [exp, nbf] = [claims['exp'] ?? undefined, claims['nbf'] ?? undefined].map((time) =>
    typeof time === 'string' && /^\d{1,15}(?:\.\d{1,9})?$/.test(time) ? Number(time) : time,
  );
  return isTimeOrNone(exp) && isTimeOrNone(nbf) ? { exp, nbf } : undefined;
}

function isTimeOrNone(time: unknown): time is number | undefined {
  return time === undefined || isTime(time);
}

function isOfNow({ exp, nbf }: Times, seconds: number): boolean {
  const isOver = exp !== undefined && exp + LEEWAY_SECONDS <= seconds;
  const isEarly = nbf !== undefined && nbf - LEEWAY_SECONDS > seconds;
  return !isOver && !isEarly;
}
