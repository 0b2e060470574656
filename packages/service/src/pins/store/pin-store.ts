import type { Pin } from './pin.ts';

/** Reads PINs. Every call reads a state at least as new as the last write of any thread before the call. */
export interface Pins extends AsyncDisposable {
  /** Returns the PIN with this code, even if it has expired. */
  find(code: string): Promise<Pin | undefined>;
}

/** Writes PINs, which are durable when the promise resolves. */
export interface PinsWriter {
  /**
   * Stores PINs in one transaction, without creating a revision. Returns false for each whose code is in use. Also
   * deletes PINs that expired longer than `EXPIRED_PIN_MS` ago.
   */
  addPins(pins: readonly Pin[]): Promise<readonly boolean[]>;
}

/** Creates PINs for all threads, many in one write. */
export interface PinQueue {
  /**
   * Creates a PIN with an unguessable code, durable when the promise resolves. Rejects with QueueFull when too many wait,
   * and with CatalogueBusy when another process holds the write lock for too long.
   */
  create(pin: Omit<Pin, 'code'>): Promise<Pin>;
}
