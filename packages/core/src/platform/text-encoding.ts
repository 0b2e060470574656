import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Bytes at the beginning that are searched for a declaration. */
const DECLARATION_BYTES = 16 * 1024;
const XML = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/;
const HTML =
  /^\s*(?:<\?xml\b[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|title|base|link|script|style|body)\b/i;
const META = /<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const CSS = /^@charset "([\w.:-]+)"/;

/**
 * Returns the encoding of a text by its first bytes, as the web determines it: a byte order mark, the declaration of XML,
 * HTML or CSS in the labels of the WHATWG, else UTF-8 if the bytes are that, else Windows-1252.
 */
export function encodingOf(head: Uint8Array): string {
  return statedEncoding(head) ?? (isBeginningOfUtf8(head) ? 'utf-8' : 'windows-1252');
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
  const meta = HTML.test(text) ? META.exec(text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')) : null;
  const label = (XML.exec(text) ?? meta ?? CSS.exec(text))?.[1];
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

/** A character may be cut at the end. */
function isBeginningOfUtf8(head: Uint8Array): boolean {
  return isUtf8(head) || [1, 2, 3].some((cut) => isUtf8(head.subarray(0, -cut)) && isCutCharacter(head.subarray(-cut)));
}

/** True for the first bytes of a character that has more. */
function isCutCharacter([first = 0, ...more]: Uint8Array): boolean {
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  return first < 0xf5 && more.length + 1 < length && more.every((byte) => (byte & 0xc0) === 0x80);
}
