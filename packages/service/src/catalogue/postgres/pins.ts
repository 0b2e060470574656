import type { Pin } from '../../pins/store/pin.ts';
import type { Pins } from '../../pins/store/pin-store.ts';
import { pinCells } from '../pin-rows.ts';
import { findPin, listPins } from '../sql/pins.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { PINS } from '../sql/written-tables.ts';
import type { Postgres } from './database.ts';
import { insertionOf, rowsInJson } from './tables.ts';

/** Opens a reader of the PINs in a database. It reads what is committed, not what is followed. */
export function openPostgresPins({ query }: Pick<Postgres, 'query'>): Pins {
  return {
    find: (code) => findPin(query, code),
    list: (selected) => listPins(query, selected),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Stores PINs inside a transaction. Returns false for each whose code is in use. */
export async function addPinsInto(query: SqlQuery, pins: readonly Pin[]): Promise<readonly boolean[]> {
  const rows = await query(`${insertionOf(PINS)} RETURNING code`, [rowsInJson(PINS, pins.map(pinCells))]);
  const added = new Set(rows.map(([code]) => code));
  // Of two new PINs with the same code, only the first was added.
  return pins.map(({ code }) => added.delete(code));
}
