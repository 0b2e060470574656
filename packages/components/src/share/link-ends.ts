/** When a link ends: after a number of days, of which a few are offered, and others by their date. */

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Numbers of days that are offered by name. */
const OFFERED = [1, 7, 14, 30];

/** Returns the offered numbers of days, with the most that the service allows if that is less than all of them. */
export function offeredDays(most: number): readonly number[] {
  const days = OFFERED.filter((each) => each <= most);
  return days.length < OFFERED.length && days.at(-1) !== most ? [...days, most] : days;
}

/** The number of days that is chosen at first: two weeks, or less where the service allows less. */
export function usualDays(most: number): number {
  return Math.min(14, most);
}

/** Returns the time after this many days. */
export function afterDays(now: number, days: number): number {
  return now + days * DAY_MILLISECONDS;
}

/** Returns a time as the value of a field for dates, by the clock of this device: `yyyy-MM-dd`. */
export function dateValue(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-');
}

/** Returns for how many days a link is valid that is to last until the end of a date, at least one, at most `most`. */
export function daysUntil(date: string, now: number, most: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const end = new Date(year, month - 1, day + 1).getTime();
  return Math.min(most, Math.max(1, Math.ceil((end - now) / DAY_MILLISECONDS)));
}
