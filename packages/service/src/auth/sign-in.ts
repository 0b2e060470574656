import type { TokenSettings } from '../config/verifiers.ts';
import { type FailureLimit, openFailureLimit, type Turn } from '../coordination/failure-limit.ts';
import type { AuditLog } from './audit-log.ts';
import { type IdentityCache, openIdentityCache } from './identity-cache.ts';
import { type Identity, type TokenVerifier, VerifierUnavailable } from './token-verifier.ts';

/** Period in which the refused tokens of an address are counted. */
const WINDOW_SECONDS = 60;
/**
 * Most attempts that wait for verification or for their turn, at all base addresses together; further ones are
 * `overloaded`.
 */
const MOST_WAITING = 2000;
/** Shortest interval between two reports of an outage. */
const TELL_EVERY_MS = 10_000;

/** A token to verify. */
export interface Attempt {
  /** Name of the base address; '' is the one at `/`. */
  readonly endpoint: string;
  readonly token: string;
  /** IP address of the caller. */
  readonly address: string;
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
export interface SignIn {
  attempt(attempt: Attempt, options: { readonly signal: AbortSignal }): Promise<Outcome>;
}

/** `open` returns the verifier for settings; undefined if they name none. Disposing closes the verifiers. */
export async function openSignIn(options: {
  /** Token settings by the name of their base address. */
  readonly settings: ReadonlyMap<string, TokenSettings>;
  open(settings: TokenSettings): TokenVerifier | undefined;
  readonly audit: AuditLog;
  readonly mostWaiting?: number;
  /** Receives the reason why a verifier is unavailable, at most every ten seconds. */
  report(trouble: unknown): void;
  /** Current time in UTC milliseconds. */
  now(): number;
}): Promise<SignIn & AsyncDisposable> {
  const { settings, open, audit, report, now, mostWaiting = MOST_WAITING } = options;
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
      keepMs: own.cacheSeconds * 1000,
      kept: openIdentityCache({ now }),
      limit: openFailureLimit({ most: own.failures, windowSeconds: WINDOW_SECONDS, now }),
    };
  }

  let lastTold = Number.NEGATIVE_INFINITY;
  function tell(trouble: unknown): void {
    if (now() - lastTold < TELL_EVERY_MS) return;
    lastTold = now();
    report(trouble);
  }

  function fail(turn: Turn, { endpoint, address }: Attempt): Outcome {
    const where = { address, ...(endpoint === '' ? {} : { endpoint }) };
    audit.record({ event: 'sign_in_failed', ...where });
    if (turn.count()) audit.record({ event: 'sign_in_limited', ...where });
    return { kind: 'refused' };
  }

  /** Gives the turn back unless the token is refused; then `fail` counts it. */
  async function verify({ verifier }: Gate, turn: Turn, { token }: Attempt, signal: AbortSignal) {
    let isRefused = false;
    try {
      const verified = await verifier.verify(token, { signal });
      isRefused = verified === undefined;
      return verified;
    } finally {
      if (!isRefused) turn.giveBack();
    }
  }

  return {
    attempt: async (attempt, { signal }) => {
      const gate = gateOf.get(attempt.endpoint);
      if (!gate) return { kind: 'refused' };
      const { verifier, kept, limit, keepMs } = gate;
      try {
        const state = verifier.state();
        const known = kept.find(attempt.token, state);
        // A cached valid token is accepted even if others at the same address are limited.
        if (known) return { kind: 'identity', identity: known };
        if (waiting >= mostWaiting) return { kind: 'overloaded' };
        waiting += 1;
        using stack = new DisposableStack();
        stack.defer(() => {
          waiting -= 1;
        });
        const turn = await limit.take(attempt.address);
        if (typeof turn === 'number') return { kind: 'limited', retryAfterSeconds: turn };
        const verified = await verify(gate, turn, attempt, signal);
        if (!verified) return fail(turn, attempt);
        const identity = {
          ...verified,
          expires: Math.min(now() + keepMs, verified.expires ?? Number.POSITIVE_INFINITY),
        };
        kept.keep(attempt.token, state, identity);
        return { kind: 'identity', identity };
      } catch (error) {
        if (!(error instanceof VerifierUnavailable)) throw error;
        tell(error);
        return { kind: 'unavailable' };
      }
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

interface Gate {
  readonly verifier: TokenVerifier;
  /** How long identities may be cached before the token is verified again, here and in all threads. */
  readonly keepMs: number;
  readonly kept: IdentityCache;
  readonly limit: FailureLimit;
}
