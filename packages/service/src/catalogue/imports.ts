/**
 * Coordinates the imports of all processes and nodes that share a catalogue. Originals that a running import has just
 * stored look unused until it commits, and another import that fails must not remove them.
 */
export interface Imports {
  /**
   * Returns the lock that only one import has at a time; undefined while another has it. A process that dies, or loses
   * its connection to the store, loses the lock.
   */
  tryLock(): Promise<AsyncDisposable | undefined>;
  /**
   * Opens a journal of the originals that an import stores. Dispose it when the import has ended and, if it failed, its
   * originals are removed.
   */
  openJournal(): Promise<Journal>;
  /** Lists the journals that imports which died have left. Call it only while you have the lock. */
  leftJournals(): Promise<readonly LeftJournal[]>;
}

/** Journal of the originals of one import. */
export interface Journal extends AsyncDisposable {
  /** Records a new original, before anything refers to it. A power failure may lose the last records. */
  add(key: string): Promise<void>;
}

/** A journal of an import that never ended. */
export interface LeftJournal {
  /** Keys of the originals that were recorded. */
  keys(): Promise<readonly string[]>;
  /** Removes the journal, once the originals that nothing uses are removed. */
  remove(): Promise<void>;
}
