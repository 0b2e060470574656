import { takePlace } from './kept-place.ts';
import { KeptToken } from './kept-token.ts';

/**
 * Removes the token from the address at once, so that it is in no link, bookmark or screenshot. Whoever has signed in elsewhere is
 * back at their place.
 */
function takeToken(): string | undefined {
  const address = new URL(location.href);
  takeAsked(address);
  const given = address.searchParams.get('token') ?? undefined;
  if (given !== undefined) {
    address.searchParams.delete('token');
    address.hash ||= takePlace();
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  return given;
}

/** Moves the asset and the node that a link names behind `#`, where the page keeps its place. */
function takeAsked(address: URL): void {
  const place = new URLSearchParams(address.hash.slice(1));
  for (const name of ['node', 'asset']) {
    const id = address.searchParams.get(name);
    if (id === null) continue;
    address.searchParams.delete(name);
    if (!place.has(name))
      address.hash = `${address.hash}${address.hash.length > 1 ? '&' : ''}${name}=${encodeURIComponent(id)}`;
  }
}

/** The token of this window. Importing this module removes it from the address, before anything else happens on the page. */
export const pageToken = new KeptToken(takeToken());
