/** One day in milliseconds. */
const DAY = 86_400_000;

/** The calendar of the demo, which dates everything relative to today. */
export interface Days {
  /** The day `ago` days before today, for example `2026-05-01`. */
  day(ago: number): string;
  /** An instant on that day at the given hour and minute, in ISO 8601 and UTC. */
  instant(ago: number, hour: number, minute?: number): string;
}

/** Creates the calendar for the given day; its time of day doesn't matter. */
export function daysBefore(today: Date): Days {
  const midnight = Math.floor(today.getTime() / DAY) * DAY;
  const day = (ago: number): string => new Date(midnight - ago * DAY).toISOString().slice(0, 10);
  return {
    day,
    instant: (ago, hour, minute = 0) =>
      `${day(ago)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`,
  };
}
