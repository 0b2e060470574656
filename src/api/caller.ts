/** Of a request what concerns neither its parameters nor its rights. */
export interface Caller {
  /** Network address that limits go by. */
  readonly address: string;
  /** Name of the base address asked; '' is the main one. */
  readonly endpoint: string;
  /** The base address as the caller knows it, with `/` at its end: `https://example.org/press/`. */
  readonly base: string;
  /** True where everything is checked and nothing written: HEAD. */
  readonly checksOnly: boolean;
  /** True where a browser asks for what might be opened next. */
  readonly isPrefetch: boolean;
  /** True where a token names the user; false where the service user stands for whoever asks. */
  readonly isSignedIn: boolean;
}
