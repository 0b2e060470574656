import { EXPIRED_PIN_MS, type Pin } from '../../pins/store/pin.ts';
import type { Pins } from '../../pins/store/pin-store.ts';
import { PIN_COLUMNS, pinCells, readPin } from '../pin-rows.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { PINS } from '../sql/written-tables.ts';
import type { Postgres } from './database.ts';
import { insertionOf, rowsInJson } from './tables.ts';

/** Opens a reader of the PINs in a database. It reads what is committed, not what is followed. */
export function openPostgresPins({ query }: Pick<Postgres, 'query'>): Pins {
  return {
    find: async (code) => {
      const [cells] = await query(`SELECT ${PIN_COLUMNS} FROM pins WHERE code = $1`, [code]);
      return cells && readPin(cells);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Stores PINs inside a transaction, and deletes those that expired long ago. Returns false for each whose code is in use. */
export async function addPinsInto(query: SqlQuery, pins: readonly Pin[]): Promise<readonly boolean[]> {
  const newest = Math.max(...pins.map(({ created }) => created));
  await query('DELETE FROM pins WHERE expires < $1', [newest - EXPIRED_PIN_MS]);
  const rows = await query(`${insertionOf(PINS)} RETURNING code`, [rowsInJson(PINS, pins.map(pinCells))]);
  const added = new Set(rows.map(([code]) => code));
  // Of two new PINs with the same code, only the first was added.
  return pins.map(({ code }) => added.delete(code));
}
