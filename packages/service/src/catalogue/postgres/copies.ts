import type { ChangeNotes } from '../change-notes.ts';
import { type CopyChanges, refuseDifferent } from '../copies.ts';
import { pinCells } from '../pin-rows.ts';
import type { SqlQuery } from './sql-query.ts';
import { PINS, rowsInJson } from './tables.ts';

/** Returns what a transaction needs to make the catalogue a copy of another. */
export function postgresCopyChanges(query: SqlQuery, notes: ChangeNotes): CopyChanges {
  return {
    becomeCopy: async (source) => {
      const { identity, lastIds } = source;
      const [row] = await query('SELECT revision, copied_from FROM state');
      const copiedFrom = typeof row?.[1] === 'string' ? row[1] : undefined;
      refuseDifferent({ revision: Number(row?.[0]), copiedFrom }, source);
      await query('DELETE FROM downloads');
      await query('DELETE FROM pins');
      await query('UPDATE state SET last_node = greatest(last_node, $1), last_asset = greatest(last_asset, $2)', [
        lastIds.node,
        lastIds.asset,
      ]);
      notes.noteCopyOf(identity);
    },
    putPins: async (pins) => {
      await query(PINS.sql, [rowsInJson(PINS, pins.map(pinCells))]);
    },
  };
}
