import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Bytes at the beginning that are searched for a declaration. */
const DECLARATION_BYTES = 16 * 1024;
const XML = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/;
const HTML =
  /^\s*(?:<\?xml\b[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|title|base|link|script|style|body)\b/i;
const META = /<meta\b[^<>]*/gi;
const CONTENT = /\bcontent\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)/i;
const OF_CONTENT_TYPE = /\bhttp-equiv\s*=\s*["']?\s*content-type\b/i;
const CHARSET = /\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const CSS = /^@charset "([\w.:-]+)"/;

/**
 * Returns the encoding of a text by its first bytes, as the web determines it: a byte order mark, the declaration of XML,
 * HTML or CSS in the labels of the WHATWG, else UTF-8 if the bytes are that, but for a few, else Windows-1252; and UTF-16
 * that has no mark, if most of its characters are ASCII.
 */
export function encodingOf(head: Uint8Array): string {
  return statedEncoding(head) ?? unmarkedUtf16(head) ?? (isMostlyUtf8(head) ? 'utf-8' : 'windows-1252');
}

/** Returns the encoding that the text itself states; undefined if it doesn't. */
export function statedEncoding(head: Uint8Array): string | undefined {
  return marked(head) ?? declared(head);
}

/** What may follow `<` in markup, as ASCII. */
const AFTER_LESS_THAN = /[!?a-z_]/i;

function marked([first, second, third = 0, fourth = 0]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const isMarkup = (byte: number) => AFTER_LESS_THAN.test(String.fromCharCode(byte));
  if (first === 0x3c && second === 0 && fourth === 0 && isMarkup(third)) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && isMarkup(fourth)) return 'utf-16be';
  return undefined;
}

function declared(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const metas = HTML.test(text) ? (text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '').match(META) ?? []) : [];
  const label = (XML.exec(text) ?? CSS.exec(text))?.[1] ?? metas.map(labelIn).find((each) => each !== undefined);
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // A declaration that can be read as ASCII is not in UTF-16.
    if (!encoding.startsWith('utf-16')) return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
  } catch {
    // An unknown label declares nothing.
  }
  return undefined;
}

/** Returns the label of a `meta`: its own, or that in its content if this is a content type, and no description or refresh. */
function labelIn(meta: string): string | undefined {
  const content = CONTENT.exec(meta)?.[0] ?? '';
  const own = CHARSET.exec(meta.replace(content, () => ''))?.[1];
  return own ?? (OF_CONTENT_TYPE.test(meta) ? CHARSET.exec(content)?.[1] : undefined);
}

/** Bytes that are looked at to find zeros. */
const LOOKED_AT = 1024;

/** In UTF-16, every other byte of a text in ASCII is 0. */
function unmarkedUtf16(head: Uint8Array): string | undefined {
  const pairs = Math.min(head.length, LOOKED_AT) >> 1;
  const zeros = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 1) if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (pairs < 4 || Math.min(even, odd) > 0 || Math.max(even, odd) < 0.7 * pairs) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** Number of right characters beyond ASCII to one wrong byte, as of a text that was damaged or put together. */
const RIGHT_TO_WRONG = 20;

function isMostlyUtf8(head: Uint8Array): boolean {
  if (isBeginningOfUtf8(head)) return true;
  const text = new TextDecoder('utf-8').decode(head);
  let beyond = text.length;
  for (const byte of head) if (byte < 0x80) beyond -= 1;
  const wrong = text.split('\ufffd').length - 1;
  return beyond - wrong >= RIGHT_TO_WRONG * wrong;
}

/** A character may be cut at the end. */
function isBeginningOfUtf8(head: Uint8Array): boolean {
  return isUtf8(head) || [1, 2, 3].some((cut) => isUtf8(head.subarray(0, -cut)) && isCutCharacter(head.subarray(-cut)));
}

/** True for the first bytes of a character that has more. */
function isCutCharacter([first = 0, ...more]: Uint8Array): boolean {
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  return first < 0xf5 && more.length + 1 < length && more.every((byte) => (byte & 0xc0) === 0x80);
}
