import type { EpochMs } from '../../../../core/src/domain/model.ts';
import type { Pin } from './pin.ts';

/** Reads PINs. Every call reads a state at least as new as the last write of any thread before the call. */
export interface Pins extends AsyncDisposable {
  /** Returns the PIN with this code, even if it has expired. */
  find(code: string): Promise<Pin | undefined>;
  /** Returns one page of the PINs that have not expired, newest first, those made together by code, and the number of all. */
  list(selected: PinSelection): Promise<{ readonly pins: readonly Pin[]; readonly total: number }>;
}

export interface PinSelection {
  /** PINs that expire later than this. */
  readonly now: EpochMs;
  /** Only those that one user made with a token at one base address; absent: all. */
  readonly owner?: PinOwner;
  readonly offset: number;
  readonly most: number;
}

export interface PinOwner {
  readonly user: number;
  /** Name of the base address. */
  readonly endpoint: string;
}

/** Writes PINs, which are durable when the promise resolves. */
export interface PinsWriter {
  /**
   * Stores PINs in one transaction, without creating a revision. Returns false for each whose code is in use. Also
   * deletes PINs that expired longer than `EXPIRED_PIN_MS` ago.
   */
  addPins(pins: readonly Pin[]): Promise<readonly boolean[]>;
  /**
   * Lets a PIN expire now. Returns false if there is no such PIN, it has expired, or `owner` is given and it is not
   * theirs.
   */
  endPin(code: string, ending: { readonly now: EpochMs; readonly owner?: PinOwner }): Promise<boolean>;
  /** Adds to the downloads of PINs by code. Unknown codes are ignored. */
  addPinDownloads(counts: ReadonlyMap<string, number>): Promise<void>;
}

/** Creates and revokes PINs for all threads; new ones share writes. */
export interface PinQueue {
  /**
   * Creates a PIN with an unguessable code, durable when the promise resolves. Rejects with QueueFull when too many wait,
   * and with CatalogueBusy when another process holds the write lock for too long.
   */
  create(pin: Omit<Pin, 'code' | 'downloads'>): Promise<Pin>;
  /** Revokes a PIN; see `PinsWriter.endPin`. */
  end(code: string, ending: { readonly now: EpochMs; readonly owner?: PinOwner }): Promise<boolean>;
}
