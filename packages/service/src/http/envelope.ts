/** The envelope of JSON answers (interface: response envelope). Pure. */
import type { ErrorCode } from '../../../core/src/domain/errors.ts';
import { jsonText } from '../api/json-text.ts';

/** Fields of the response envelope. */
export interface Envelope {
  readonly version: 2;
  readonly status: number;
  readonly data: unknown;
  readonly total?: number;
  readonly facets?: unknown;
  readonly did_you_mean?: unknown;
  readonly pending?: number;
  readonly uncompared?: number;
  readonly message?: string;
  /** Name of the error in docs/reference/errors.md, for programs. */
  readonly code?: ErrorCode;
}

const UNSAFE = ['<', '\u2028', '\u2029'];
const UTF8 = new TextEncoder();

/**
 * Returns the JSON text with `<` and the two line separators escaped, so it is safe inside HTML and old JavaScript
 * (interface decisions 1).
 */
export function envelopeText(envelope: Envelope): string {
  const json = JSON.stringify(envelope);
  return isSafe(json) ? json : Buffer.from(escaped(UTF8.encode(json))).toString();
}

/** The same as `envelopeText`, as UTF-8 bytes. */
export function envelopeBytes(envelope: Envelope): Uint8Array {
  const members = Object.entries(envelope).filter(([, value]) => value !== undefined);
  const json = `{${members.map(([name, value]) => `"${name}":${textOf(value)}`).join()}}`;
  const bytes = UTF8.encode(json);
  return isSafe(json) ? bytes : escaped(bytes);
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : JSON.stringify(value);
}

/** True for nearly all texts. The test takes a tenth of the time of escaping. */
function isSafe(json: string): boolean {
  return !UNSAFE.some((mark) => json.includes(mark));
}

const LESS_THAN = 0x3c;

/** Works on bytes, because replacing a million characters in a string takes ten times as long. */
function escaped(json: Uint8Array): Uint8Array {
  let more = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === LESS_THAN) more += 5;
    else if (isSeparator(json, at)) more += 3;
  }
  const bytes = new Uint8Array(json.length + more);
  let to = 0;
  const put = (mark: Uint8Array) => {
    for (let each = 0; each < 6; each += 1) bytes[to + each] = mark[each] ?? 0;
    to += 6;
  };
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === LESS_THAN) put(ESCAPED_LESS_THAN);
    else if (isSeparator(json, at)) {
      put(json[at + 2] === 0xa8 ? ESCAPED_LINE : ESCAPED_PARAGRAPH);
      at += 2;
    } else {
      bytes[to] = byte;
      to += 1;
    }
  }
  return bytes;
}

const ESCAPED_LESS_THAN = UTF8.encode('\\u003c');
const ESCAPED_LINE = UTF8.encode('\\u2028');
const ESCAPED_PARAGRAPH = UTF8.encode('\\u2029');

/** True if U+2028 or U+2029 starts here. */
function isSeparator(json: Uint8Array, at: number): boolean {
  return json[at] === 0xe2 && json[at + 1] === 0x80 && (json[at + 2] === 0xa8 || json[at + 2] === 0xa9);
}

/** Wraps the JSON in a call of the callback, if there is one (interface: JSONP). */
export function inCall(json: string, callback: string | undefined): string {
  return callback === undefined ? json : `/**/${callback}(${json});`;
}
