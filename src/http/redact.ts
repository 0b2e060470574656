/** The address without the value of `token`, for logs (decisions 8: a token never appears in a log). */
export function withoutToken(url: string): string {
  return url.replace(/([?&](?:t|%74)(?:o|%6f)(?:k|%6b)(?:e|%65)(?:n|%6e)=)[^&]*/gi, '$1-');
}
