import type { DatabaseSync } from 'node:sqlite';
import { EXPIRED_PIN_MS, type Pin } from '../../pins/store/pin.ts';
import type { Pins } from '../../pins/store/pin-store.ts';
import { PIN_COLUMNS, pinCells, readPin } from '../pin-rows.ts';
import { PINS } from '../sql/written-tables.ts';
import { openReader, reading } from './database.ts';
import { prepareCells } from './statements.ts';
import { prepareInsertion } from './write-rows.ts';

/** Opens a reader of the PINs in a data folder, with its own database connection. */
export function openPins({ directory }: { readonly directory: string }): Pins {
  const database = openReader(directory);
  const pin = prepareCells(database, `SELECT ${PIN_COLUMNS} FROM pins WHERE code = ?`);
  return {
    find: async (code) => {
      const row = reading(directory, () => pin.get(code));
      return row && readPin(row);
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/** Stores PINs inside a transaction, and deletes those that expired long ago. Returns false for each whose code is in use. */
export function addPinsTo(database: DatabaseSync, pins: readonly Pin[]): readonly boolean[] {
  const newest = Math.max(...pins.map(({ created }) => created));
  database.prepare('DELETE FROM pins WHERE expires < ?').run(newest - EXPIRED_PIN_MS);
  const put = prepareInsertion(database, PINS);
  return pins.map((pin) => put.run(...pinCells(pin)).changes === 1);
}
