import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../../platform/folders.ts';
import { CatalogueBusy, CatalogueFull, DiskFails } from '../catalogue.ts';
import { MIGRATIONS } from './schema.ts';

/** How long SQLite itself waits for another process's lock; longer waits must not block the thread. */
const BUSY_MS = 50;
/** Between two tries to get the write lock. */
const RETRY_MS = 20;
/** What the write-ahead log may keep on disk while it is empty. */
const JOURNAL_BYTES = 16 * 1024 * 1024;

export function databasePath(directory: string): string {
  return join(directory, 'catalogue.sqlite');
}

/** Opens the catalogue of a data folder for writing; makes it, and brings it to the newest schema, where needed. */
export function openDatabase(directory: string): DatabaseSync {
  const path = databasePath(directory);
  let database: DatabaseSync | undefined;
  try {
    makeFolder(directory);
    database = new DatabaseSync(path, { timeout: 10_000 });
    refuseForeign(database);
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY',
    );
    // A large import would leave a journal of its own size behind for as long as the service runs.
    database.exec(`PRAGMA journal_size_limit = ${JOURNAL_BYTES}`);
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (cause) {
    database?.close();
    throw new Error(`the catalogue ${path} can't be opened: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** Opens it for reading; it exists and is of the newest schema afterwards. */
export function openReader(directory: string): DatabaseSync {
  openDatabase(directory).close();
  const database = new DatabaseSync(databasePath(directory), { readOnly: true, timeout: 10_000 });
  // Pages of a mapped file would count as memory of the process; the system keeps them all the same.
  database.exec('PRAGMA cache_size = -8192');
  return database;
}

/** Nothing is written to a database that isn't a catalogue; an empty file becomes one, in one transaction. */
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
  // Exclusive, and asked again inside: two processes may open a new folder at once.
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

/** Undoes what a transaction did that has failed. Never throws: why it failed tells more than why it can't be undone just now. */
export function rollBack(database: DatabaseSync): void {
  try {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {
    // The next one tries again before it begins.
  }
}

/** Begins a write transaction; waits for another process's without blocking the thread. What a failed one left is undone. */
export async function beginImmediate(database: DatabaseSync, waitSeconds: number): Promise<void> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (;;) {
    try {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.exec('BEGIN IMMEDIATE');
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
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

function isBusy(error: unknown): boolean {
  return resultCode(error) === SQLITE_BUSY;
}

/** True where the disk is to blame: it is full, broken, or may not be written. */
function isOfDisk(error: unknown): error is Error {
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN].includes(resultCode(error) ?? 0);
}

/** The error as the ports name it: one of the disk tells that it is, and what `could not` be done; any other stays itself. */
export function ofDisk(error: unknown, couldNot: string): unknown {
  if (!isOfDisk(error)) return error;
  const message = `${couldNot}: ${error.message}`;
  const isFull = resultCode(error) === SQLITE_FULL;
  return isFull ? new CatalogueFull(message, { cause: error }) : new DiskFails(message, { cause: error });
}

/** Reads; trouble of the disk is told as such. */
export function reading<Value>(directory: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw ofDisk(error, `the catalogue ${databasePath(directory)} can't be read`);
  }
}

function resultCode(error: unknown): number | undefined {
  // The low byte is the primary result code.
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
