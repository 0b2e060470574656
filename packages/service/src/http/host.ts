import type { IncomingMessage } from 'node:http';
import { quote } from '../domain/errors.ts';

const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
/** Most valid hosts in the cache. A service has few, and invented ones must not fill the memory. */
const MOST_KNOWN = 1000;
const known = new Set<string>();

/** True if the text is the name or address of a host, with or without a port. */
export function isHost(text: string): boolean {
  if (known.has(text)) return true;
  if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return false;
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(text);
  return true;
}

/**
 * Describes what is wrong with the Host header; undefined if it is valid. With several headers, or an invalid one,
 * servers on the way may see different hosts (RFC 9112, section 3.2). Only HTTP/1.0 may omit it.
 */
export function hostFault({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'the header Host is missing';
  // `headers` holds only the first of several.
  if (isGivenTwice(rawHeaders)) return 'host: the header is given more than once';
  return isHost(host) ? undefined : `host: ${quote(host)} is not the name or address of a host`;
}

function isGivenTwice(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
