/** Longest path that a sign-in returns to, in characters: its cookie holds it. */
const MAX_PATH = 2000;
const HERE = 'http://here';

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave out some of them
const STRANGE = /[\\\u0000-\u001f\u007f]/;

/**
 * Returns the path to return to after a sign-in, below the root of the service; `/` for whatever could lead to another site, or
 * back into the sign-in. Two leading `/` begin a host, browsers take `\` for `/`, and leave out line breaks.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > MAX_PATH || !/^\/(?!\/)/.test(given) || STRANGE.test(given)) return '/';
  if (!URL.canParse(given, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(given, HERE);
  // `/..//host` becomes `//host`.
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-(?:in|out)(?:\/|$)/.test(pathname)) return '/';
  return pathname + search + hash;
}
