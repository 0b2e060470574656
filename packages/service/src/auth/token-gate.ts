import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import type { TokenSettings } from '../config/verifiers.ts';
import type { ActionLimiter } from '../coordination/rate-limiter.ts';
import type { AuditLog } from './audit-log.ts';
import { type Attempt, type FailureLimit, openFailureLimit } from './failure-limit.ts';
import { type IdentityCache, openIdentityCache } from './identity-cache.ts';
import { type Identity, type TokenVerifier, VerifierUnavailable } from './token-verifier.ts';

/** Period of the limit of refused tokens per address. */
const WINDOW_SECONDS = 60;
/** How long a valid token counts without being verified again, even if its issuer has withdrawn it. */
const IDENTITY_CACHE_MS = 60_000;
/**
 * Most attempts that wait for verification or for permission, at all base addresses together; further ones are
 * `overloaded`.
 */
const MAX_WAITING = 2000;
/** Shortest interval between two reports of an outage. */
const REPORT_INTERVAL_MS = 10_000;

interface PresentedToken {
  /** Name of the base address; '' is the one at `/`. */
  readonly endpoint: string;
  readonly token: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Newest state of the list of tokens that the caller's thread knows; the outcome is at least as new. */
  readonly tokenState?: number | undefined;
}

/** Result of an attempt. A plain object, because it is sent between threads. */
export type Outcome =
  /** The token must be verified again when the identity expires. */
  | { readonly kind: 'identity'; readonly identity: Identity }
  | { readonly kind: 'refused' }
  /** Too many tokens from this address were refused; this one was not checked. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** Too many attempts are waiting; this one was not checked. */
  | { readonly kind: 'overloaded' }
  /** The verifier cannot tell whether the token is valid. */
  | { readonly kind: 'unavailable' };

/** Verifies tokens for all threads, so that the failures of each address are counted in one place. */
export interface TokenGate {
  attempt(token: PresentedToken, options: { readonly signal: AbortSignal }): Promise<Outcome>;
}

/** `open` returns the verifier for settings; undefined if they name none. Disposing closes the verifiers. */
export async function openTokenGate(options: {
  /** Token settings by the name of their base address. */
  readonly settings: ReadonlyMap<string, TokenSettings>;
  open(settings: TokenSettings): TokenVerifier | undefined;
  readonly audit: AuditLog;
  /** Counts the refused tokens of each address. */
  readonly limiter: ActionLimiter;
  readonly maxWaiting?: number;
  /** Receives the reason why a verifier is unavailable, at most every ten seconds. */
  report(error: unknown): void;
  /** Current time in UTC milliseconds. */
  now(): number;
}): Promise<TokenGate & AsyncDisposable> {
  const { settings, open, audit, limiter, report, now, maxWaiting = MAX_WAITING } = options;
  let waiting = 0;
  await using stack = new AsyncDisposableStack();
  /** Base addresses with equal settings share a gate. */
  const gates = new Map<string, Gate | undefined>();
  const gateOf = new Map<string, Gate | undefined>();
  for (const [endpoint, own] of settings) {
    gateOf.set(
      endpoint,
      gates.getOrInsertComputed(JSON.stringify(own), () => openGate(own)),
    );
  }
  const owned = stack.move();

  function openGate(own: TokenSettings): Gate | undefined {
    const verifier = open(own);
    if (!verifier) return undefined;
    return {
      verifier: stack.use(verifier),
      cacheMs: IDENTITY_CACHE_MS,
      cache: openIdentityCache({ now }),
      limit: openFailureLimit(limiter, `sign-in ${gates.size}`, {
        count: own.failuresPerMinute,
        seconds: WINDOW_SECONDS,
      }),
    };
  }

  const reportOutage = reportRarely(report, REPORT_INTERVAL_MS, { now });

  async function refuse(attempt: Attempt, { endpoint, address }: PresentedToken): Promise<Outcome> {
    const where = { address, endpoint };
    audit.record({ event: 'sign_in_failed', ...where });
    if (await attempt.fail()) audit.record({ event: 'sign_in_limited', ...where });
    return { kind: 'refused' };
  }

  /** Ends the attempt unless the token is refused; then `refuse` counts it. */
  async function verify(
    { verifier }: Gate,
    attempt: Attempt,
    { token, tokenState: seen }: PresentedToken,
    signal: AbortSignal,
  ) {
    let isRefused = false;
    try {
      const verified = await verifier.verify(token, { signal, seen });
      isRefused = verified === undefined;
      return verified;
    } finally {
      if (!isRefused) attempt.succeed();
    }
  }

  return {
    attempt: async (presented, { signal }) => {
      const gate = gateOf.get(presented.endpoint);
      if (!gate) return { kind: 'refused' };
      const { verifier, cache, limit, cacheMs } = gate;
      try {
        const state = verifier.state(presented.tokenState);
        const cached = cache.get(presented.token, state);
        // A cached valid token is accepted even if others at the same address are limited.
        if (cached) return { kind: 'identity', identity: cached };
        if (waiting >= maxWaiting) return { kind: 'overloaded' };
        waiting += 1;
        using stack = new DisposableStack();
        stack.defer(() => {
          waiting -= 1;
        });
        const begun = await limit.begin(presented.address, { signal });
        if (typeof begun === 'number') return { kind: 'limited', retryAfterSeconds: begun };
        const verified = await verify(gate, begun, presented, signal);
        if (!verified) return await refuse(begun, presented);
        const identity = {
          ...verified,
          expires: Math.min(now() + cacheMs, verified.expires ?? Number.POSITIVE_INFINITY),
        };
        cache.set(presented.token, state, identity);
        return { kind: 'identity', identity };
      } catch (error) {
        if (!(error instanceof VerifierUnavailable)) throw error;
        reportOutage(error);
        return { kind: 'unavailable' };
      }
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** What base addresses with equal settings share. */
interface Gate {
  readonly verifier: TokenVerifier;
  /** How long identities may be cached before the token is verified again, here and in all threads. */
  readonly cacheMs: number;
  readonly cache: IdentityCache;
  readonly limit: FailureLimit;
}
