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

export interface Interruption extends Disposable {
  /** Aborts with an Interrupted at the first signal. The second signal ends the process immediately. */
  readonly signal: AbortSignal;
  /** Lets each signal end the process immediately, for work that blocks it and loses nothing if killed. */
  release(): Promise<void>;
  /** Listens again after `release`. */
  listen(): void;
}

/** Listens for SIGINT and SIGTERM until disposed. `lossOf` says what a signal leaves undone. */
export function listenForInterruption(lossOf = () => ''): Interruption {
  const controller = new AbortController();
  const listener = (name: keyof typeof STATUS): void => {
    if (controller.signal.aborted) process.exit(STATUS[name]);
    controller.abort(new Interrupted(name, lossOf()));
  };
  const stop = (): void => {
    for (const name of SIGNALS) process.off(name, listener);
  };
  const listen = (): void => {
    // Removing a listener to add it again would lose a signal that is already queued in the event loop.
    for (const name of SIGNALS) if (!process.listeners(name).includes(listener)) process.on(name, listener);
  };
  listen();
  return {
    signal: controller.signal,
    release: async () => {
      // A signal may already be queued in the event loop and must not be lost.
      await new Promise((resolve) => setTimeout(resolve, 0));
      controller.signal.throwIfAborted();
      stop();
    },
    listen,
    [Symbol.dispose]: stop,
  };
}
