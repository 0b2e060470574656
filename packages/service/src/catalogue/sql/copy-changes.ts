import type { ChangeNotes } from '../change-notes.ts';
import { type CopyChanges, refuseDifferent } from '../copies.ts';
import { pinCells } from '../pin-rows.ts';
import type { Sql } from './sql.ts';
import { PINS, type RowWriter } from './written-tables.ts';

/** Returns what a transaction needs to make the catalogue a copy of another. */
export function openCopyChanges({ query, greatest }: Sql, notes: ChangeNotes, rows: RowWriter): CopyChanges {
  return {
    becomeCopy: async (source) => {
      const { identity, lastIds } = source;
      const [row] = await query('SELECT revision, copied_from FROM state');
      const copiedFrom = typeof row?.[1] === 'string' ? row[1] : undefined;
      refuseDifferent({ revision: Number(row?.[0]), copiedFrom }, source);
      await query('DELETE FROM downloads');
      await query('DELETE FROM pins');
      await query(`UPDATE state SET last_node = ${greatest}(last_node, $1), last_asset = ${greatest}(last_asset, $2)`, [
        lastIds.node,
        lastIds.asset,
      ]);
      notes.copiedFrom = identity;
    },
    putPins: async (pins) => {
      for (const pin of pins) rows.add(PINS, { kind: 'pin', id: pin.code }, pin.code, pinCells(pin));
    },
  };
}
