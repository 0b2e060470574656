import { takePlace } from './kept-place.ts';
import { KeptToken } from './kept-token.ts';

/**
 * Removes the token from the address at once, so that it is in no link, bookmark or screenshot. Whoever has signed in elsewhere is
 * back at their place.
 */
function takeToken(): string | undefined {
  const address = new URL(location.href);
  const given = address.searchParams.get('token') ?? undefined;
  if (given !== undefined) {
    address.searchParams.delete('token');
    address.hash ||= takePlace();
    history.replaceState(history.state, '', address);
  }
  return given;
}

/** The token of this window. Importing this module removes it from the address, before anything else happens on the page. */
export const pageToken = new KeptToken(takeToken());
