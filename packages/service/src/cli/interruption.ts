/** Thrown when a signal asks the program to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** Exit status that shells report for a program ended by this signal. */
  readonly status: number;

  constructor(signal: keyof typeof STATUS, loss: string) {
    super(loss === '' ? `stopped by ${signal}` : `stopped by ${signal}, ${loss}`);
    this.status = STATUS[signal];
  }
}

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for SIGINT and SIGTERM until disposed. Aborts `signal` with an Interrupted at the first signal; `lossOf` says
 * what is then left undone. The second signal ends the process immediately.
 */
export function listenForInterruption(lossOf = () => ''): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listener = (name: keyof typeof STATUS): void => {
    if (controller.signal.aborted) process.exit(STATUS[name]);
    controller.abort(new Interrupted(name, lossOf()));
  };
  for (const name of SIGNALS) process.on(name, listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of SIGNALS) process.off(name, listener);
    },
  };
}
