/** A signal that asks the program to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** The exit status that shells give to a program ended by this signal. */
  readonly status: number;

  constructor(signal: keyof typeof STATUS) {
    super(`stopped by ${signal}`);
    this.status = STATUS[signal];
  }
}

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Interruption extends Disposable {
  /** Aborted with an Interrupted by the first signal; the second ends the process at once. */
  readonly signal: AbortSignal;
  /**
   * From now on a signal ends the process at once, as before: for work that blocks the process, and that loses nothing by being
   * killed. A signal that has come until now still aborts.
   */
  release(): Promise<void>;
}

/** Listens for SIGINT and SIGTERM until disposed. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      const reason = new Interrupted(name);
      if (controller.signal.aborted) process.exit(reason.status);
      controller.abort(reason);
    };
    process.on(name, listener);
    return { name, listener };
  });
  const stop = (): void => {
    for (const { name, listener } of listeners) process.off(name, listener);
  };
  return {
    signal: controller.signal,
    release: async () => {
      // A signal that is on its way through the event loop must not be lost.
      await new Promise((resolve) => setTimeout(resolve, 0));
      stop();
    },
    [Symbol.dispose]: stop,
  };
}
