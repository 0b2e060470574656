import { kept } from './texts.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a size as text for people: `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const digits = value < 10 && power > 0 ? 1 : 0;
  const unitDisplay = power > 0 ? 'short' : 'long';
  const options = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay, maximumFractionDigits: digits } as const;
  return kept(formats, `${locale} ${power} ${digits}`, () => new Intl.NumberFormat(locale, options)).format(value);
}
