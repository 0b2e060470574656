import { orLeave } from './leave.ts';

/** Single-flight: runs at most one piece of work per key at a time and shares its result with all waiters. */
export interface Flights<Value> {
  /**
   * Joins the running work of that key, or starts it. A waiter whose signal aborts rejects with its signal's reason;
   * the others keep waiting. When the last waiter has left, the signal passed to `start` aborts. Callers can still join
   * work that continues after that. If the work then fails because of that signal, callers that joined in the meantime
   * start it again.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Rejects all current and future waiters with `reason`. Running work may continue, but its result is dropped. */
  end(reason: Error): void;
}

interface Flight<Value> {
  readonly landing: Promise<Value>;
  readonly deserted: AbortController;
  passengers: number;
}

export function openFlights<Value>(): Flights<Value> {
  const flying = new Map<string, Flight<Value>>();
  const closed = new AbortController();

  function depart(key: string, start: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const deserted = new AbortController();
    const landing = start(AbortSignal.any([deserted.signal, closed.signal]));
    const flight: Flight<Value> = { landing, deserted, passengers: 0 };
    flying.set(key, flight);
    const land = () => flying.delete(key);
    // Every waiter receives a failure itself; if there are no waiters, the failure needs no handler.
    landing.then(land, land);
    return flight;
  }

  async function ride(flight: Flight<Value>, signal: AbortSignal): Promise<Value> {
    flight.passengers += 1;
    try {
      return await orLeave(flight.landing, signal);
    } finally {
      flight.passengers -= 1;
      if (flight.passengers === 0) flight.deserted.abort(new Deserted());
    }
  }

  return {
    async join(key, caller, start) {
      const signal = AbortSignal.any([caller, closed.signal]);
      for (;;) {
        signal.throwIfAborted();
        try {
          return await ride(flying.get(key) ?? depart(key, start), signal);
        } catch (error) {
          if (!(error instanceof Deserted)) throw error;
        }
      }
    },
    end(reason) {
      closed.abort(reason);
    },
  };
}

/** The abort reason for work that has no waiters left. */
class Deserted extends Error {
  override readonly name = 'Deserted';
}
