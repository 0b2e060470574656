/** A day, a month or a year of the calendar. */
export type Period = 'day' | 'month' | 'year';

const PARTS: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

/** Kept, because creating one takes longer than drawing a tile. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Writes the day, month or year of a time, in milliseconds since 1970, as people read it: `March 2024`. */
export function formatPeriod(time: number, period: Period, locale: string, timeZone: string): string {
  const key = `${period} ${locale} ${timeZone}`;
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, { ...PARTS[period], timeZone });
  FORMATS.set(key, format);
  return format.format(time);
}
