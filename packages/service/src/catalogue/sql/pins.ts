/** Statements on PINs that both databases have. */
import { EXPIRED_PIN_MS, type Pin } from '../../pins/store/pin.ts';
import type { PinSelection, PinsWriter } from '../../pins/store/pin-store.ts';
import { PIN_COLUMNS, readPin } from '../pin-rows.ts';
import type { SqlQuery } from './sql.ts';

const ALIVE = 'expires > $1';
const OWN = `${ALIVE} AND creator = $2 AND endpoint = $3 AND anonymous = 0`;

export async function findPin(query: SqlQuery, code: string): Promise<Pin | undefined> {
  const [cells] = await query(`SELECT ${PIN_COLUMNS} FROM pins WHERE code = $1`, [code]);
  return cells && readPin(cells);
}

export async function listPins(query: SqlQuery, { now, owner, offset, most }: PinSelection) {
  const where = owner ? OWN : ALIVE;
  const values = owner ? [now, owner.user, owner.endpoint] : [now];
  const [count] = await query(`SELECT count(*) FROM pins WHERE ${where}`, values);
  const rows = await query(
    `SELECT ${PIN_COLUMNS} FROM pins WHERE ${where}
     ORDER BY created DESC, code LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, most, offset],
  );
  return { pins: rows.map(readPin), total: Number(count?.[0]) };
}

/** Deletes the PINs that had expired long before these were made. */
export async function deleteOldPins(query: SqlQuery, pins: readonly Pin[]): Promise<void> {
  const newest = Math.max(...pins.map(({ created }) => created));
  await query('DELETE FROM pins WHERE expires < $1', [newest - EXPIRED_PIN_MS]);
}

/** See `PinsWriter.endPin`. */
export async function endPin(query: SqlQuery, ...[code, { now, owner }]: Parameters<PinsWriter['endPin']>) {
  const values = owner ? [now, owner.user, owner.endpoint, code] : [now, code];
  const where = `${owner ? OWN : ALIVE} AND code = $${values.length}`;
  const rows = await query(`UPDATE pins SET expires = $1 WHERE ${where} RETURNING code`, values);
  return rows.length > 0;
}

export async function addPinDownloads(query: SqlQuery, counts: ReadonlyMap<string, number>): Promise<void> {
  // In one order, so that two nodes don't wait for each other's rows.
  for (const [code, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    await query('UPDATE pins SET downloads = downloads + $1 WHERE code = $2', [count, code]);
}
