/** The sender of a request, and how the request was made. */
export interface Caller {
  /** IP address; '' if the connection is already closed. */
  readonly address: string;
  /** Name of the base address of the request; '' is the one at `/`. */
  readonly endpoint: string;
  /** The base address as the caller sees it, with a trailing `/`: `https://media.example/press/`. */
  readonly base: string;
  /** True for HEAD requests: everything is checked, but nothing is written. */
  readonly checksOnly: boolean;
  /** True if a browser prefetches the address without the user having opened it. */
  readonly isPrefetch: boolean;
  /** True if the request has a valid token. False if the service user stands in for the caller. */
  readonly isSignedIn: boolean;
  /**
   * The token if it is part of the request's address. Addresses of what the response loads must then contain it, too.
   */
  readonly addressToken: string | undefined;
}
