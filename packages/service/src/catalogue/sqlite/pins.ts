import type { DatabaseSync } from 'node:sqlite';
import type { Pin } from '../../pins/store/pin.ts';
import type { Pins } from '../../pins/store/pin-store.ts';
import { pinCells } from '../pin-rows.ts';
import { findPin, listPins } from '../sql/pins.ts';
import { PINS } from '../sql/written-tables.ts';
import { databasePath, ofStore, openReader } from './database.ts';
import { openSql } from './sqlite-sql.ts';
import { prepareInsertion } from './write-rows.ts';

/** Opens a reader of the PINs in a data folder, with its own database connection. */
export function openPins({ directory }: { readonly directory: string }): Pins {
  const database = openReader(directory);
  const { query } = openSql(database);
  const failed = (error: unknown) => {
    throw ofStore(error, `the catalogue ${databasePath(directory)} can't be read`);
  };
  return {
    find: (code) => findPin(query, code).catch(failed),
    list: (selected) => listPins(query, selected).catch(failed),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/** Stores PINs inside a transaction. Returns false for each whose code is in use. */
export function addPinsTo(database: DatabaseSync, pins: readonly Pin[]): readonly boolean[] {
  const put = prepareInsertion(database, PINS);
  return pins.map((pin) => put.run(...pinCells(pin)).changes === 1);
}
