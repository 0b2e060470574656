import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Updatable } from './later-part.ts';
import { retryWhenBusy } from './retry-when-busy.ts';

/** An element, or whatever else shows what is loaded. */
export type LoadHost = Updatable & Partial<Pick<ReactiveControllerHost, 'addController'>>;

/** Loads something for an element, one at a time. */
export class LoadController implements ReactiveController {
  /** Why loading failed last; undefined while it runs and after it succeeded. */
  failure: unknown;
  /** The signal of what is loading, another one each time; undefined while nothing is. */
  request: AbortSignal | undefined;
  readonly #host: LoadHost;
  #controller = new AbortController();
  #last: (() => Promise<void>) | undefined;
  readonly #busy = retryWhenBusy(() => void this.retry());

  /** `host` is updated at the beginning and the end. When it leaves the page, loading ends. */
  constructor(host: LoadHost) {
    this.#host = host;
    host.addController?.(this);
  }

  /**
   * Loads with `load`, which gets a signal, and hands the result to `arrived` unless it was aborted meanwhile. Aborts what was
   * loading before. If the service is busy, loads again after its `retry-after`. Never rejects: `failure` has the error.
   */
  async run<T>(load: (signal: AbortSignal) => Promise<T>, arrived?: (result: T) => void): Promise<void> {
    this.stop();
    this.#last = () => this.run(load, arrived);
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.request = signal;
    this.#host.requestUpdate();
    try {
      const result = await load(signal);
      if (!signal.aborted) arrived?.(result);
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
    }
    if (signal.aborted) return;
    this.request = undefined;
    this.#host.requestUpdate();
  }

  /** Loads the same again. */
  readonly retry = async (): Promise<void> => await this.#last?.();

  /** Aborts what is loading, and forgets the failure. */
  stop(): void {
    this.#controller.abort();
    this.#busy.stop();
    this.failure = this.request = this.#last = undefined;
  }

  hostDisconnected(): void {
    this.stop();
  }
}
