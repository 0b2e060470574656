/** Reads heads of HTTP responses, and the chunks of short bodies. */

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d)(?: .*)?$/;
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/;
const CHUNK_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
const LINE_END = '\r\n';
/** Ends the head, and a body in chunks. */
export const BLANK_LINE = '\r\n\r\n';
/** Statuses whose responses have no body, whatever their headers say. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

export interface S3ResponseHead {
  readonly status: number;
  /** By lower-case names; equal ones are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body; undefined if it comes in chunks. */
  readonly size: number | undefined;
}

/** Undefined unless the head is that of a final response whose body has a known size or comes in chunks. */
export function readHead(text: string): S3ResponseHead | undefined {
  const [first = '', ...lines] = text.split(LINE_END);
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  if (Number.isNaN(status) || WITHOUT_BODY.has(status)) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, spelling = '', value = ''] = HEADER_LINE.exec(line) ?? [];
    if (spelling === '') return undefined;
    const name = spelling.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  // Two headers of one of these names are refused, because a comma is.
  const size = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  const head = { status, headers: Object.fromEntries(headers) };
  if (size === undefined) return coding?.toLowerCase() === 'chunked' ? { ...head, size } : undefined;
  return coding === undefined && /^\d{1,15}$/.test(size) ? { ...head, size: Number(size) } : undefined;
}

/**
 * Joins the chunks of a body; undefined if its end has not arrived. `end` is the number of bytes that it took. Throws an
 * error with a code if they are no chunks.
 */
export function joinChunks(bytes: Buffer): { readonly body: Buffer; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return undefined;
    const digits = CHUNK_LINE.exec(bytes.toString('latin1', at, lineEnd))?.[1];
    if (digits === undefined) throw notHttp('a chunk has no size');
    const size = Number.parseInt(digits, 16);
    if (size === 0) {
      const end = bytes.indexOf(BLANK_LINE, lineEnd);
      return end < 0 ? undefined : { body: Buffer.concat(parts), end: end + BLANK_LINE.length };
    }
    const start = lineEnd + LINE_END.length;
    at = start + size + LINE_END.length;
    if (bytes.length < at) return undefined;
    if (bytes.toString('latin1', start + size, at) !== LINE_END) throw notHttp('a chunk is longer than its size');
    parts.push(bytes.subarray(start, start + size));
  }
}

/** How long the server keeps the connection for the next request, in milliseconds; 0 if it closes it. */
export function idleMillisecondsOf({ headers }: S3ResponseHead): number {
  if (/\bclose\b/i.test(headers['connection'] ?? '')) return 0;
  const seconds = /\btimeout=(\d+)/i.exec(headers['keep-alive'] ?? '')?.[1];
  // A second less, so that no request meets the end of the connection.
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) - 1) * 1000;
}

function notHttp(message: string): Error {
  return Object.assign(new Error(message), { code: 'EPROTO' });
}
