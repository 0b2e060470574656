/** The address without the value of `token`, for logs (decisions 8: a token never appears in a log). */
export function withoutToken(url: string): string {
  // The last letter and the sign behind it stand in every such address, unless it is escaped.
  if (!/n[=[]|%/i.test(url)) return url;
  return url.replace(/([?&](?:t|%74)(?:o|%6f)(?:k|%6b)(?:e|%65)(?:n|%6e)(?:(?:\[|%5b)(?:\]|%5d))?=)[^&]*/gi, '$1-');
}

/** Characters of an address that logs show. Longer ones are mostly comments of reviews. */
const MOST_LOGGED = 4000;

/** The address as logs show it: neither token nor the code of a PIN, with which everybody could open it. */
export function withoutSecrets(url: string): string {
  const shown = url.length > MOST_LOGGED ? `${url.slice(0, MOST_LOGGED)}…` : url;
  return withoutToken(shown).replace(/(\/(?:p|%70)(?:i|%69)(?:n|%6e)\/)[^/?]+/i, '$1-');
}
