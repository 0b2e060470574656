/** Milliseconds of a day. */
const DAY = 86_400_000;

/** The calendar of the demo: everything happens some days before today. */
export interface Days {
  /** The day, `2026-05-01`, `ago` days before today. */
  day(ago: number): string;
  /** An instant, ISO 8601 in UTC, on that day at the given hour and minute. */
  instant(ago: number, hour: number, minute?: number): string;
}

/** Counts from the given day; its hour does not matter. */
export function daysBefore(today: Date): Days {
  const midnight = Math.floor(today.getTime() / DAY) * DAY;
  const day = (ago: number): string => new Date(midnight - ago * DAY).toISOString().slice(0, 10);
  return {
    day,
    instant: (ago, hour, minute = 0) =>
      `${day(ago)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`,
  };
}
