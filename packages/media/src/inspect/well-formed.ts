/** Finds out whether XML is well-formed, because none of the readers here tells of a file that is broken in the middle. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';

const NAME = '[^\\s<>&="\'/!?]+';
const ENTITY = '&(?:#\\d+|#x[\\da-f]+|[^\\s<>&;"\'#]+);';
const VALUE = `"[^"<&]*(?:${ENTITY}[^"<&]*)*"|'[^'<&]*(?:${ENTITY}[^'<&]*)*'`;
/** No part of a text fits in two ways, so the time is linear in the length even of a text that breaks off. */
const TOKEN = new RegExp(
  [
    '([^<&]+)',
    ENTITY,
    '<!--[^]*?-->',
    '<!\\[CDATA\\[[^]*?\\]\\]>',
    '<\\?[^]*?\\?>',
    `<(!DOCTYPE)(?:[^[\\]<>"']|"[^"]*"|'[^']*'|\\[(?:[^\\]<"']|"[^"]*"|'[^']*'|<!--(?:(?!-->)[^])*-->|<(?!!--))*\\])*>`,
    `<(${NAME})(?:\\s+${NAME}\\s*=\\s*(?:${VALUE}))*\\s*(/?)>`,
    `</(${NAME})\\s*>`,
  ].join('|'),
  'iy',
);
/** Characters that no XML may contain: controls below U+0020 but tab and line ends, and U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/u;
const MAX_LEVELS = 10_000;

/**
 * Returns the number of the line in which XML is broken; undefined if it is well-formed, or if a tag is too long to be checked.
 * Any entity counts as declared; XML nested deeper than `MAX_LEVELS` counts as broken.
 */
export function brokenLine(bytes: Uint8Array): number | undefined {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const places = [text.search(FORBIDDEN), ...(encoding === 'utf-8' && !isUtf8(bytes) ? [text.indexOf('\ufffd')] : [])];
  const at = Math.min(...places.filter((place) => place >= 0), firstFault(text) ?? Number.POSITIVE_INFINITY);
  return at === Number.POSITIVE_INFINITY ? undefined : text.slice(0, at).split(/\r\n?|\n/).length;
}

/** Returns where the first malformed tag, text or entity begins, or the first that doesn't fit those before it. */
function firstFault(text: string): number | undefined {
  const open: string[] = [];
  let hasRoot = false;
  TOKEN.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  try {
    for (let at = TOKEN.lastIndex; at < text.length; at = TOKEN.lastIndex) {
      const [token, words, doctype, start, empty, end] = TOKEN.exec(text) ?? [];
      if (token === undefined) return at;
      if (start !== undefined) {
        if (open.length === 0 && hasRoot) return at;
        hasRoot = true;
        if (empty === '') open.push(start);
        if (open.length > MAX_LEVELS) return at;
      } else if (end !== undefined) {
        if (open.pop() !== end) return at;
      } else if (doctype !== undefined) {
        if (hasRoot) return at;
      } else if (open.length === 0 && (words === undefined ? /^(?:&|<!\[)/.test(token) : words.trim() !== ''))
        return at;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined; // a tag of a million attributes
  }
  return hasRoot && open.length === 0 ? undefined : text.length;
}
