import { createHash } from 'node:crypto';
import { safeFileName } from '../downloads/file-names.ts';

/** Sent with every answer (decisions 1). */
export const ALWAYS = { 'x-content-type-options': 'nosniff' } as const;

/** A strong entity tag value of these bytes, without quotes. */
export function tagOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
}

/**
 * `Content-Disposition` with an ASCII `filename` for old clients and a UTF-8 `filename*` (RFC 6266, RFC 8187; decisions 7). Every
 * name is made safe here, whatever it belongs to: nothing in it leaves the value, or the folder that it is saved to.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const known = dispositions.get(fileName);
  const value = known ?? dispositionValue(fileName);
  if (known === undefined) {
    if (dispositions.size >= MAX_DISPOSITIONS) dispositions.clear();
    dispositions.set(fileName, value);
  }
  return `${type}; ${value}`;
}

/** The same few thousand names are sent again and again. */
const MAX_DISPOSITIONS = 10_000;
const dispositions = new Map<string, string>();

function dispositionValue(fileName: string): string {
  const name = safeFileName(fileName);
  // Taken apart, a letter may leave a mark that the name itself does not have.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%:*?<>|]/gu, '_');
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
