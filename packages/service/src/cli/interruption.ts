/** Thrown when a signal asks the program to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** Exit status that shells report for a program ended by this signal. */
  readonly status: number;

  constructor(signal: keyof typeof STATUS) {
    super(`stopped by ${signal}`);
    this.status = STATUS[signal];
  }
}

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Interruption extends Disposable {
  /** Aborts with an Interrupted at the first signal. The second signal ends the process immediately. */
  readonly signal: AbortSignal;
  /**
   * Restores the default behaviour: from now on a signal ends the process immediately. Meant for work that blocks the
   * process and loses nothing if killed. A signal received before still aborts.
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
      // A signal may already be queued in the event loop and must not be lost.
      await new Promise((resolve) => setTimeout(resolve, 0));
      stop();
    },
    [Symbol.dispose]: stop,
  };
}
