import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../core/src/concurrency/get-or-make.ts';
import { safeFileName } from '../downloads/file-names.ts';

/** Headers of every answer (interface decisions 1). */
export const ALWAYS = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Makes `Content-Disposition` with an ASCII `filename` for old clients and a UTF-8 `filename*` (RFC 6266, RFC 8187;
 * interface decisions 7). Every name is sanitised here, whatever it belongs to: it can leave neither the header value
 * nor the folder it is saved to.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  return `${type}; ${getOrMake(dispositions, fileName, () => dispositionValue(fileName))}`;
}

/** Values by file name: the same few thousand names are sent again and again. */
const dispositions = new LRUCache<string, string>({ max: 10_000 });

function dispositionValue(fileName: string): string {
  const name = safeFileName(fileName);
  // Decomposing a letter may produce a character that the name itself does not contain, so it is filtered afterwards.
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
