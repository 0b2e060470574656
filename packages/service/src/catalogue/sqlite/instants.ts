import type { DatabaseSync } from 'node:sqlite';
import { epochOf } from '../../../../core/src/domain/dates.ts';
import { readTime } from '../time-cells.ts';

/** The instant of the column `date` in the time zone `:zone`; statements with it need `defineInstantOf`. */
export const INSTANT = 'CASE WHEN date = CAST(date AS INTEGER) THEN date ELSE instant_of(date, :zone) END';

/** Defines the function that finds the instant of local time and days. */
export function defineInstantOf(database: DatabaseSync): void {
  const options = { deterministic: true };
  database.function('instant_of', options, (cell, zone) => epochOf(readTime(cell), String(zone)));
}
