import type { IncomingMessage } from 'node:http';
import { quote } from '../errors.ts';

const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
/** Hosts that were found usable; a service has a few, and a stranger's inventions may not fill the memory. */
const MOST_KNOWN = 1000;
const known = new Set<string>();

/** True for a name or an address, with or without a port. */
export function isHost(text: string): boolean {
  if (known.has(text)) return true;
  if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return false;
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(text);
  return true;
}

/**
 * What is wrong with a request's header Host; undefined where it may be used. Several, or one that names no host, mean another host
 * to each server on the way (RFC 9112, section 3.2). Only HTTP/1.0 has none, and HTTP/0.9 is not answered.
 */
export function hostFault({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'the header Host is missing';
  // Of several Node keeps the first.
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
