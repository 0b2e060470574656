/** Whom a token speaks for. */
export interface Identity {
  /** User ID, as the token says; the catalogue may not have him. */
  readonly user: number;
  /** Group IDs that the token gives him; absent: those that the catalogue gives him. */
  readonly groups?: readonly number[];
  /** UTC milliseconds at which the token ends; absent: it doesn't, or nobody knows. */
  readonly expires?: number;
}

/** Tells whether tokens are genuine. It knows neither where a token stood nor what its bearer wants. */
export interface TokenVerifier extends AsyncDisposable {
  /**
   * Whom the token speaks for now; undefined for everything that isn't a valid token. Throws `VerifierUnavailable`
   * where that can't be told.
   */
  verify(token: string, options: { readonly signal: AbortSignal }): Promise<Identity | undefined>;
  /** Another number where tokens may have been revoked since: what was told before is to be asked again. */
  state(): number;
}

/** Nobody can say whether a token is valid, since what knows it can't be reached or makes no sense. */
export class VerifierUnavailable extends Error {
  override readonly name = 'VerifierUnavailable';
}
