import { hideSecrets } from '../../../../core/src/domain/secrets.ts';

/** Longest path that a sign-in returns to, in characters as it is written then: its cookie holds it. */
const MAX_PATH = 2000;
const HERE = 'http://here';

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave out some of them
const STRANGE = /[\\\u0000-\u001f\u007f]/;

/**
 * Returns the path to return to after a sign-in, below the root of the service; `/` for whatever could lead to another site, or
 * back into the sign-in. Two leading `/` begin a host, browsers take `\` for `/`, and leave out line breaks.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || !/^\/(?!\/)/.test(given) || STRANGE.test(given)) return '/';
  if (!URL.canParse(given, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(given, HERE);
  // `/..//host` becomes `//host`.
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-(?:in|out)(?:\/|$)/.test(pathname)) return '/';
  const path = pathname + withoutSecrets(search) + withoutSecrets(hash);
  return path.length > MAX_PATH ? '/' : path;
}

/**
 * Leaves out of a query, or of what follows `#`, what holds a token or a signature: no redirect has one (interface
 * decisions 8).
 */
export function withoutSecrets(text: string): string {
  const [mark, rest] = [text.slice(0, 1), text.slice(1)];
  const parts = rest.split('&').filter((part) => hideSecrets(part) === part);
  return parts.length === 0 ? '' : mark + parts.join('&');
}
