const WRITTEN =
  /^(\d{4})(?:[:\-/.](\d{1,2})(?:[:\-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?|Z|[+-]\d{2}:\d{2})?)?)?(?:\s|\0)*$/;
/** Date and time in the basic form of ISO 8601, without separators. */
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(?![\d:]))?(?!\d)/;

/**
 * Converts the ways in which files write dates (`2024:05:01 10:00:00+02:00`) to an ISO 8601 date or date-time;
 * undefined if it is not a real date.
 */
export function isoDate(written: string): string | undefined {
  const parted = written.trim().replace(BASIC, (_, year, month, day, hour, minute, second = '00') => {
    return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}`}`;
  });
  const match = WRITTEN.exec(parted);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second = '00', fraction, zone] = match;
  if (Number(year) === 0) return undefined;
  if (month === undefined) return year;
  const months = `${year}-${two(month)}`;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return months;
  const date = `${months}-${two(day)}`;
  // Rejects impossible days: day 31 of a month with 30 days would roll over to the next month.
  const noon = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(noon.getTime()) || noon.getUTCDate() !== Number(day)) return undefined;
  if (hour === undefined || minute === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return date;
  const time = `${two(hour)}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}`;
  return `${date}T${time}${isoZone(zone)}`;
}

/** Returns a zone as ISO 8601 writes it; '' for one that can't be, so that the time is kept as local. */
export function isoZone(zone: string | undefined): string {
  if (zone === undefined || zone === 'Z') return zone ?? '';
  if (!/^[+-](?:[01]\d|2[0-3]):?[0-5]\d$/.test(zone)) return '';
  return `${zone.slice(0, 3)}:${zone.slice(-2)}`;
}

function two(number: string): string {
  return number.padStart(2, '0');
}
