/** Returns a waiting time as text for people: `40 seconds`, `2 minutes`. */
export function waitText(seconds: number, locale: string): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(value));
}
