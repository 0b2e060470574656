/**
 * Coordinates the imports of all processes and nodes that share a catalogue. Originals that a running import has just
 * stored look unused until it commits, and another import that fails must not remove them.
 */
export interface Imports {
  /**
   * Returns the lock that only one import has at a time; undefined while another has it. A process that dies, or loses
   * its connection to the store, loses the lock.
   */
  tryLock(): Promise<ImportLock | undefined>;
  /** Opens a journal of the originals that an import stores, or that it no longer needs. */
  openJournal(): Promise<Journal>;
  /** Lists the journals that imports which died have left. Call it only while you have the lock. */
  leftJournals(): Promise<readonly LeftJournal[]>;
}

/** The right of one import to store, name and remove originals. Disposing gives it back. */
export interface ImportLock extends AsyncDisposable {
  /** Differs from that of every other lock that the store has ever given. */
  readonly holder: string;
  /** Aborts with ImportLockLost soon after the lock is lost. */
  readonly lost: AbortSignal;
  /**
   * Rejects with ImportLockLost if the lock is lost. It may be lost a moment later, so a transaction that names new
   * originals also needs the option `lock` of `CatalogueWriter.change`.
   */
  confirm(): Promise<void>;
}

/** Journal of the originals of one import. Disposing closes it, but leaves what it records. */
interface Journal extends AsyncDisposable {
  /**
   * Records an original, before anything refers to it. A power failure may lose the last records. Rejects with
   * ImportLockLost if another import has removed the journal.
   */
  add(key: string): Promise<void>;
  /** Removes the journal. Call it when the import has ended and the originals that nothing uses are removed. */
  remove(): Promise<void>;
}

/** A journal of an import that never ended. */
interface LeftJournal {
  /** Keys of the originals that were recorded. */
  keys(): Promise<readonly string[]>;
  /** Removes the journal, once the originals that nothing uses are removed. */
  remove(): Promise<void>;
}

/** Thrown when an import has lost its lock, so that another one may have removed its originals. */
export class ImportLockLost extends Error {
  override readonly name = 'ImportLockLost';

  constructor(options?: ErrorOptions) {
    super('this import has lost its lock, and another one may have removed its originals; import again', options);
  }
}
