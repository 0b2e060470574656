import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Updatable } from './later-part.ts';
import { retryWhenBusy } from './retry-when-busy.ts';

/** An element, or whatever else shows what is loaded. */
export type LoadHost = Updatable & Partial<Pick<ReactiveControllerHost, 'addController'>>;

/** Loads something for an element, one at a time. */
export class LoadController implements ReactiveController {
  /** Why loading failed last. While the same is loaded again because the service was busy, it stays. */
  failure: unknown;
  /** The signal of what is loading, another one each time; undefined while nothing is. */
  request: AbortSignal | undefined;
  readonly #host: LoadHost;
  #controller = new AbortController();
  #load: ((signal: AbortSignal) => Promise<void>) | undefined;
  readonly #busy = retryWhenBusy(() => void this.#begin());

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
    this.#load = async (signal) => {
      const result = await load(signal);
      signal.throwIfAborted();
      this.failure = undefined;
      arrived?.(result);
    };
    await this.#begin();
  }

  /** Loads the same again. */
  readonly retry = async (): Promise<void> => {
    this.failure = undefined;
    await this.#begin();
  };

  /** Aborts what is loading, and forgets the failure. */
  stop(): void {
    this.#controller.abort();
    this.#busy.stop();
    this.failure = this.request = this.#load = undefined;
  }

  hostDisconnected(): void {
    this.stop();
  }

  async #begin(): Promise<void> {
    const load = this.#load;
    if (!load) return;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.request = signal;
    this.#host.requestUpdate();
    try {
      await load(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
    }
    if (signal.aborted) return;
    this.request = undefined;
    this.#busy.failed(this.failure);
    this.#host.requestUpdate();
  }
}
