import type { EpochMs } from '../domain/model.ts';

const FIRST = Date.UTC(1980, 0, 1);
const LAST = Date.UTC(2107, 11, 31, 23, 59, 58);

/**
 * Converts an instant to the date and time of a ZIP file, 16 bits each, in UTC. Seconds are even, and years are clamped
 * to 1980 to 2107.
 */
export function dosDate(instant: EpochMs): { readonly date: number; readonly time: number } {
  const at = new Date(Math.min(Math.max(instant, FIRST), LAST));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
