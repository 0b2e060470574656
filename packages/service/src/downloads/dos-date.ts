import type { EpochMs } from '../domain/model.ts';

const FIRST = Date.UTC(1980, 0, 1);
const LAST = Date.UTC(2107, 11, 31, 23, 59, 58);

/** Date and time as ZIP files hold them, 16 bits each, in UTC: seconds are even, and years go from 1980 to 2107. */
export function dosDate(instant: EpochMs): { readonly date: number; readonly time: number } {
  const at = new Date(Math.min(Math.max(instant, FIRST), LAST));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
