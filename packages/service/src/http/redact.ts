/** Returns the address without the value of `token`, for logs (decisions 8: a token never appears in a log). */
export function withoutToken(url: string): string {
  // A cheap test first: `n=` or `n[` occurs in every address with a token, unless it is escaped.
  if (!/n[=[]|%/i.test(url)) return url;
  return url.replace(/([?&](?:t|%74)(?:o|%6f)(?:k|%6b)(?:e|%65)(?:n|%6e)(?:(?:\[|%5b)(?:\]|%5d))?=)[^&]*/gi, '$1-');
}

/** Most characters of an address in logs. Longer ones are mostly comments of reviews. */
const MOST_LOGGED = 4000;

/**
 * Returns the address for logs: shortened, and without tokens and codes of PINs, which would let any reader open them.
 */
export function withoutSecrets(url: string): string {
  const shown = url.length > MOST_LOGGED ? `${url.slice(0, MOST_LOGGED)}…` : url;
  return withoutToken(shown).replace(/(\/(?:p|%70)(?:i|%69)(?:n|%6e)\/)[^/?]+/i, '$1-');
}
