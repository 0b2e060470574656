/** Longest language tag that is read, in characters; longer ones are nobody's. */
const LONGEST_TAG = 35;

/** Most tags that are remembered; then all are forgotten, because anybody may invent more. */
const MAX_TAGS = 1000;

const known = new Map<string, string>();

/**
 * Returns the tag in whose way dates and numbers are written for a reader who asked for `wanted` and is shown texts in
 * `language`: with the reader's region if it is the same language (`en-GB` for texts in `en`), else `language`. Never
 * throws, and returns only tags that `Intl` knows, so that formats can be kept by it.
 */
export function readersLocale(wanted: string | undefined, language: string): string {
  if (wanted === undefined || wanted.length > LONGEST_TAG) return language;
  const key = `${wanted}\0${language}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MAX_TAGS) known.clear();
  const tag = regionalTag(wanted, language);
  known.set(key, tag);
  return tag;
}

function regionalTag(wanted: string, language: string): string {
  try {
    const { baseName, region, language: own } = new Intl.Locale(wanted.replaceAll('_', '-'));
    if (region === undefined || own !== new Intl.Locale(language).language) return language;
    const { locale } = new Intl.DateTimeFormat(baseName).resolvedOptions();
    return locale.startsWith(own) && new Intl.Locale(locale).region === region ? locale : language;
  } catch {
    // Neither the tags of requests nor those of catalogues are sure to be tags of languages.
    return language;
  }
}
