/** Returns a language tag in the form that `Intl` accepts: `de-AT` for `de_at`. Returns undefined for a text that is no tag. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns the tag with the region in which the reader uses this language: `en-GB` for `en`, if the browser has it. The tags
 * of `others` mean something else, for example another language that a person can choose.
 */
export function withReadersRegion(tag: string, others: readonly string[] = []): string {
  const { language, region } = new Intl.Locale(tag);
  if (region) return tag;
  const isReaders = (each: string) =>
    new Intl.Locale(each).language === language && !others.some((other) => languageTag(other) === each);
  // A browser may name a locale of its system that is no tag, such as `en-US@posix`.
  return navigator.languages.flatMap((each) => languageTag(each) ?? []).find(isReaders) ?? tag;
}
