/** The user whom a token authenticates. */
export interface Identity {
  /** User ID according to the token; the catalogue may not contain this user. */
  readonly user: number;
  /** Group IDs that the token grants; if absent, the catalogue's groups of the user apply. */
  readonly groups?: readonly number[];
  /** UTC milliseconds at which the token expires; absent if it does not or if that is unknown. */
  readonly expires?: number;
}

/** Verifies tokens. It knows neither where in a request a token was nor what the request is for. */
export interface TokenVerifier extends AsyncDisposable {
  /**
   * Returns the identity of a token that is valid now, and in the list of tokens at the state `seen` or later; undefined
   * for anything else. Throws `VerifierUnavailable` if it cannot be determined.
   */
  verify(
    token: string,
    options: { readonly signal: AbortSignal; readonly seen?: number | undefined },
  ): Promise<Identity | undefined>;
  /**
   * Returns a number that increases when tokens may have been revoked; cached identities must then be verified again.
   * Undefined if it is unknown whether some were revoked; then no cached identity may be used. `seen` is the newest state
   * of the list of tokens that another thread knows, which may be ahead of this one.
   */
  state(seen?: number): number | undefined;
}

/** Thrown if it is unknown whether a token is valid, because the source cannot be reached or its answer is invalid. */
export class VerifierUnavailable extends Error {
  override readonly name = 'VerifierUnavailable';
}
