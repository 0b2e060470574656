import { readStored, writeStored } from '../catalogue/stored.ts';
import { languageTag, withReadersRegion } from '../texts/language-tag.ts';

const LOCALE = 'abs-locale';

/** Language that the person has chosen here, else that of the address, else that of the browser; with the person's region. */
export function pageLocale(): string {
  const chosen = readStored(LOCALE);
  const said = new URLSearchParams(location.hash.slice(1)).get('locale') ?? '';
  const known = languageTag(typeof chosen === 'string' ? chosen : '');
  return known ?? withReadersRegion(languageTag(said) ?? languageTag(navigator.language) ?? 'en');
}

/** Keeps the language that the person has chosen. */
export function keepLocale(locale: string): void {
  writeStored(LOCALE, locale);
}
