/** Kept, because creating one takes longer than drawing the line of a list that it is for. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** Returns a size as text for people: `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const digits = value < 10 && power > 0 ? 1 : 0;
  const key = `${locale} ${power} ${digits}`;
  const unitDisplay = power > 0 ? 'short' : 'long';
  const options = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay, maximumFractionDigits: digits } as const;
  const format = FORMATS.get(key) ?? new Intl.NumberFormat(locale, options);
  FORMATS.set(key, format);
  return format.format(value);
}
