/** SQL for the instant of the column `date`, which may be local time or a day, in the time zone that a parameter names. */
export function instantIn(zone: string): string {
  const local = `to_timestamp(floor(date) / 1000) AT TIME ZONE 'UTC'`;
  return `CASE WHEN date = floor(date) THEN date
    ELSE (extract(epoch FROM (${local}) AT TIME ZONE ${zone}::text) * 1000)::double precision END`;
}
