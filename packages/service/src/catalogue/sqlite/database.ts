import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../../../../core/src/platform/folders.ts';
import { whyNotWritable } from '../../../../core/src/platform/system-errors.ts';
import { keepWriteAheadLog } from '../../../../core/src/platform/write-ahead-log.ts';
import { CatalogueBusy, CatalogueFull, DiskFailure } from '../catalogue-errors.ts';
import { MIGRATIONS } from './schema.ts';

/**
 * How long SQLite itself waits for another process's lock, in milliseconds. It is short because this wait blocks the
 * thread.
 */
const BUSY_MS = 50;
/** Delay between two attempts to get the write lock, in milliseconds. */
const RETRY_MS = 20;
/** Maximum disk space that the write-ahead log keeps after a checkpoint empties it. */
const JOURNAL_BYTES = 16 * 1024 * 1024;

export function databasePath(directory: string): string {
  return join(directory, 'catalogue.sqlite');
}

/** Opens the catalogue of a data folder for writing. Creates it or migrates it to the newest schema if necessary. */
export function openDatabase(directory: string): DatabaseSync {
  const path = databasePath(directory);
  let database: DatabaseSync | undefined;
  try {
    makeFolder(directory);
    database = new DatabaseSync(path, { timeout: 10_000 });
    refuseForeign(database);
    keepWriteAheadLog(database);
    database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY');
    // Without this limit, a large import would leave a write-ahead log of its own size on disk for as long as the
    // service runs.
    database.exec(`PRAGMA journal_size_limit = ${JOURNAL_BYTES}`);
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (cause) {
    database?.close();
    const why =
      whyNotWritable([directory, path, `${path}-wal`, `${path}-shm`]) ??
      (cause instanceof Error ? cause.message : cause);
    throw new Error(`the catalogue ${path} can't be opened: ${why}`, { cause });
  }
}

/**
 * Opens the catalogue of a data folder for reading. First creates it or migrates it to the newest schema if necessary.
 */
export function openReader(directory: string): DatabaseSync {
  openDatabase(directory).close();
  const database = new DatabaseSync(databasePath(directory), { readOnly: true, timeout: 10_000 });
  // Uses an 8 MiB page cache and no memory mapping: mapped pages would count as memory of the process, although the
  // operating system caches them anyway.
  database.exec('PRAGMA cache_size = -8192');
  return database;
}

/**
 * Throws for a database that isn't a catalogue, before anything is written to it. An empty file is accepted and becomes
 * a catalogue in one transaction.
 */
function refuseForeign(database: DatabaseSync): void {
  const tables = new Set(
    database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  if (tables.size > 0 && !(tables.has('state') && tables.has('definitions'))) {
    throw new Error('it is a database of another program');
  }
}

function migrate(database: DatabaseSync): void {
  const version = () => Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version() === MIGRATIONS.length) return;
  if (version() > MIGRATIONS.length) throw new Error('it was made by a newer version of the program');
  // Two processes may open a new folder at the same time, so the version is read again while the write lock is held.
  database.exec('BEGIN IMMEDIATE');
  try {
    for (let from = version(); from < MIGRATIONS.length; from += 1) database.exec(MIGRATIONS[from] ?? '');
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/**
 * Rolls back a failed transaction. Never throws, because the original error is more informative than a failed rollback.
 */
export function rollBack(database: DatabaseSync): void {
  try {
    // SQLite may already have rolled back, for example when the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {
    // `beginImmediate` tries again before the next transaction.
  }
}

let transactions = 0;

/**
 * Number of times that a write transaction of this thread began or was committed. Readers of the thread look again when
 * it changes.
 */
export function transactionsOfThread(): number {
  return transactions;
}

/** Commits the open transaction. */
export function commit(database: DatabaseSync): void {
  database.exec('COMMIT');
  transactions += 1;
}

/**
 * Begins a write transaction. Waits for other processes without blocking the thread. First rolls back a failed
 * transaction that is still open. The wait counts from `since`, on the clock of `performance.now()`.
 */
export async function beginImmediate(
  database: DatabaseSync,
  waitSeconds: number,
  since = performance.now(),
): Promise<void> {
  const deadline = since + waitSeconds * 1000;
  for (;;) {
    try {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.exec('BEGIN IMMEDIATE');
      transactions += 1;
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) {
        throw new CatalogueBusy(`the catalogue is being written by another process for more than ${waitSeconds} s`, {
          cause: error,
        });
      }
      await setTimeout(RETRY_MS);
    }
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_PROTOCOL = 15;

function isBusy(error: unknown): boolean {
  return resultCode(error) === SQLITE_BUSY;
}

/** True where others hold what a read needs for longer than it may wait. */
function isOfLock(error: unknown): error is Error {
  return [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].includes(resultCode(error) ?? 0);
}

/** True for errors of the disk: it is full, broken or not writable. */
function isOfDisk(error: unknown): error is Error {
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN].includes(resultCode(error) ?? 0);
}

/**
 * Converts SQLite's errors of the disk and of locks to those of the port, with `couldNot` as the start of the message. Returns
 * other errors unchanged.
 */
export function ofStore(error: unknown, couldNot: string): unknown {
  if (isOfLock(error)) return new CatalogueBusy(`${couldNot}: ${error.message}`, { cause: error });
  if (!isOfDisk(error)) return error;
  const message = `${couldNot}: ${error.message}`;
  const isFull = resultCode(error) === SQLITE_FULL;
  return isFull ? new CatalogueFull(message, { cause: error }) : new DiskFailure(message, { cause: error });
}

/** Runs `read` and converts errors with `ofStore`. */
export function reading<Value>(directory: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw ofStore(error, `the catalogue ${databasePath(directory)} can't be read`);
  }
}

function resultCode(error: unknown): number | undefined {
  // The low byte is the primary result code.
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
