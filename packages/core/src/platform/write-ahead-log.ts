import type { DatabaseSync } from 'node:sqlite';

/** Longest wait for other processes that open the same new database, in milliseconds. */
const LONGEST_MS = 10_000;
/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 5;
const SQLITE_BUSY = 5;

/**
 * Makes a database keep a write-ahead log. SQLite's own timeout doesn't cover this: if two processes open a new database at
 * the same time, one fails at once, because each holds a lock that the other waits for. So this tries again. It blocks the
 * thread meanwhile, which only happens while a program starts.
 */
export function keepWriteAheadLog(database: DatabaseSync): void {
  const deadline = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
      if (!isBusy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
