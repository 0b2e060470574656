/** Writes the tag of a language as `Intl` takes it: `de-AT` for `de_at`. Undefined for a text that is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
