/** Who asks, and how. */
export interface Caller {
  /** IP address; '' where the connection is gone already. */
  readonly address: string;
  /** Name of the base address that is asked; '' is the one at `/`. */
  readonly endpoint: string;
  /** The base address as the caller knows it, with `/` at its end: `https://media.example/press/`. */
  readonly base: string;
  /** True where everything is checked and nothing written: HEAD. */
  readonly checksOnly: boolean;
  /** True where a browser asks for what might be opened next. */
  readonly isPrefetch: boolean;
  /** True for a user who has shown a token, false for the service user who stands for everybody else. */
  readonly isSignedIn: boolean;
  /** The token where the address of the request carries it: addresses of what the answer loads need it as well. */
  readonly addressToken: string | undefined;
}
