/** The envelope of JSON answers (interface: response envelope). Pure. */
import type { ErrorCode } from '../errors.ts';

export interface Envelope {
  readonly version: 2;
  readonly status: number;
  readonly data: unknown;
  readonly total?: number;
  readonly facets?: unknown;
  readonly message?: string;
  /** Its name in docs/errors.md, for programs. */
  readonly code?: ErrorCode;
}

const UNSAFE = ['<', '\u2028', '\u2029'];
const ANY_UNSAFE = new RegExp(`[${UNSAFE.join('')}]`, 'g');

/** `<` and the two line separators are escaped, so that the text is safe inside HTML and old JavaScript (decisions 1). */
export function wrap(envelope: Envelope): string {
  const json = JSON.stringify(envelope);
  // Nearly all are safe, and that is found out in a tenth of the time.
  if (!UNSAFE.some((mark) => json.includes(mark))) return json;
  return json.replace(ANY_UNSAFE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same as a call of a function (interface: JSONP). */
export function inCall(json: string, callback: string | undefined): string {
  return callback === undefined ? json : `/**/${callback}(${json});`;
}
