/** One piece of work per key at a time, shared by all who ask for it meanwhile. */
export interface Flights<Value> {
  /**
   * Joins the work of that key, or starts it. An aborting caller leaves alone, with its signal's reason; when the last one
   * has left, the signal that `start` was given aborts, and the next caller starts anew.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Aborts everything and resolves when it has come to rest. */
  end(reason: Error): Promise<void>;
}

interface Flight<Value> {
  readonly landing: Promise<Value>;
  readonly controller: AbortController;
  passengers: number;
}

export function openFlights<Value>(): Flights<Value> {
  const flying = new Map<string, Flight<Value>>();
  const airborne = new Set<Promise<unknown>>();

  function depart(key: string, start: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const landing = start(controller.signal);
    const flight: Flight<Value> = { landing, controller, passengers: 0 };
    flying.set(key, flight);
    const landed: Promise<void> = landing
      .then(
        () => {},
        () => {}, // each passenger hears of it
      )
      .then(() => {
        forget(key, flight);
        airborne.delete(landed);
      });
    airborne.add(landed);
    return flight;
  }

  function forget(key: string, flight: Flight<Value>): void {
    if (flying.get(key) === flight) flying.delete(key);
  }

  return {
    async join(key, signal, start) {
      signal.throwIfAborted();
      const flight = flying.get(key) ?? depart(key, start);
      flight.passengers += 1;
      const left = Promise.withResolvers<never>();
      const leave = () => left.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([flight.landing, left.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        flight.passengers -= 1;
        if (flight.passengers === 0) {
          forget(key, flight);
          flight.controller.abort(signal.reason);
        }
      }
    },
    async end(reason) {
      for (const { controller } of flying.values()) controller.abort(reason);
      await Promise.all(airborne);
    },
  };
}
