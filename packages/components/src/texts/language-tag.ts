/** Returns a language tag in the form that `Intl` accepts: `de-AT` for `de_at`. Returns undefined for a text that is no tag. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
