/** Conditional requests and byte ranges (RFC 9110, sections 13 and 14). Pure. */
import type { ByteRange } from '../../../core/src/platform/byte-reader.ts';

const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** True if a list of entity tags contains this one by weak comparison; `*` matches everything. */
export function namesTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  for (const [, tag] of header.matchAll(ENTITY_TAG)) if (tag === etag) return true;
  return false;
}

/**
 * True if a list of entity tags contains this one by strong comparison, as for If-Match (RFC 9110, section 13.1.1); `*`
 * matches everything.
 */
export function namesTagStrongly(header: string, etag: string): boolean {
  return namesTag(header.replaceAll(/W\/"[\x21\x23-\x7e\x80-\xff]*"/g, ''), etag);
}

/** What to send: the whole file, one part, or a refusal with 416. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeAnswer = { kind: 'whole' };

/**
 * Returns the part that a `Range` header requests. Other units, several ranges and malformed headers are ignored, as
 * RFC 9110 allows, and the whole file is sent. A range that starts beyond the end is unsatisfiable.
 */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = header === undefined ? null : /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header);
  if (!match) return WHOLE;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || size === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', range: { start: Math.max(0, size - suffix), end: size - 1 } };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  if (start >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', range: { start, end } };
}
