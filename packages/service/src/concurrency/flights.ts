import { orLeave } from './leave.ts';

/** One piece of work per key at a time, shared by all who ask for it meanwhile. */
export interface Flights<Value> {
  /**
   * Joins the work of that key, or starts it. An aborting caller leaves alone, with its signal's reason. When the last one has
   * left, the signal that `start` was given aborts; work that goes on all the same can still be joined, and where it gives up
   * for that signal, those who have joined meanwhile start anew.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Sends everyone away with the reason, now and later. What was begun may go on unheard. */
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
    // Each passenger hears of a failure; without passengers nobody needs to.
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

/** Why work was given up that nobody waited for any longer. */
class Deserted extends Error {
  override readonly name = 'Deserted';
}
