import { untilAborted } from './until-aborted.ts';

interface Flight<Value> {
  readonly result: Promise<Value>;
  readonly abandoned: AbortController;
  waiters: number;
}

/** Single-flight: runs at most one piece of work per key at a time and shares its result with all waiters. */
export class SingleFlight<Value> {
  readonly #running = new Map<string, Flight<Value>>();
  readonly #closed = new AbortController();

  /**
   * Joins the running work of that key, or starts it. A waiter whose signal aborts rejects with its signal's reason;
   * the others keep waiting. When the last waiter has left, the signal passed to `start` aborts. Callers can still join
   * work that continues after that. If the work then fails because of that signal, callers that joined in the meantime
   * start it again.
   */
  async join(key: string, caller: AbortSignal, start: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const signal = AbortSignal.any([caller, this.#closed.signal]);
    for (;;) {
      signal.throwIfAborted();
      try {
        return await wait(this.#running.get(key) ?? this.#begin(key, start), signal);
      } catch (error) {
        if (!(error instanceof Abandoned)) throw error;
      }
    }
  }

  /** Rejects all current and future waiters with `reason`. Running work may continue, but its result is dropped. */
  end(reason: Error): void {
    this.#closed.abort(reason);
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const abandoned = new AbortController();
    const result = start(AbortSignal.any([abandoned.signal, this.#closed.signal]));
    const flight: Flight<Value> = { result, abandoned, waiters: 0 };
    this.#running.set(key, flight);
    const forget = () => this.#running.delete(key);
    // Every waiter receives a failure itself; if there are no waiters, the failure needs no handler.
    result.then(forget, forget);
    return flight;
  }
}

async function wait<Value>(flight: Flight<Value>, signal: AbortSignal): Promise<Value> {
  flight.waiters += 1;
  try {
    return await untilAborted(flight.result, signal);
  } finally {
    flight.waiters -= 1;
    if (flight.waiters === 0) flight.abandoned.abort(new Abandoned());
  }
}

/** The abort reason for work that has no waiters left. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}
