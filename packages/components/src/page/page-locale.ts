import { readStored, writeStored } from '../catalogue/stored.ts';

const LOCALE = 'abs-locale';

/** Language that the person has chosen here, else that of the address, else that of the browser. */
export function pageLocale(): string {
  const chosen = readStored(LOCALE);
  if (typeof chosen === 'string' && chosen !== '') return chosen;
  return new URLSearchParams(location.hash.slice(1)).get('locale') || navigator.language;
}

/** Keeps the language that the person has chosen. */
export function keepLocale(locale: string): void {
  writeStored(LOCALE, locale);
}
