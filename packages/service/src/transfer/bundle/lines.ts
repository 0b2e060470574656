/** Reads files of lines in batches, also compressed ones, within limits. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** Maximum length of a line of `nodes.jsonl` and `assets.jsonl` in bytes, more than any object needs. */
const MAX_LINE_BYTES = 16 * 2 ** 20;
/** Maximum size in bytes after decompression: stops gzip bombs, has room for ten million assets of 1.6 KB. */
const MAX_LINES_BYTES = 16 * 2 ** 30;

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export const NOT_UTF8 = 'it is not UTF-8';

/** A line that isn't UTF-8. */
export interface NotUtf8 {
  /** Column of the first byte that isn't, counted from 1. */
  readonly column: number;
}

/** A batch of complete, consecutive lines. */
export interface LineBatch {
  /** Number of the first line, counted from 1. */
  readonly firstLine: number;
  /** The lines without line ends. */
  readonly lines: readonly (string | NotUtf8)[];
  /** Bytes of the file read so far, before decompression. */
  readonly bytesRead: number;
}

/** Thrown when the file can't be read beyond this line. */
export class LinesBroken extends Error {
  override readonly name = 'LinesBroken';
  readonly line: number;

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.line = line;
  }
}

interface LinesOptions {
  readonly isGzip: boolean;
  readonly signal: AbortSignal;
  /** Limit in bytes after decompression, for tests. Default MAX_LINES_BYTES. */
  readonly maxBytes?: number;
}

/**
 * Reads the lines of an open file, and closes it at the end. Yields batches of some hundred kilobytes, so that memory
 * stays small for any file. Drops a byte order mark at the start. Throws LinesBroken for damaged gzip, for a line over
 * MAX_LINE_BYTES and for more than `maxBytes` in total, and throws the signal's reason.
 */
export async function* readLines(
  handle: FileHandle,
  { isGzip, signal, maxBytes = MAX_LINES_BYTES }: LinesOptions,
): AsyncGenerator<LineBatch> {
  const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES, signal });
  const gunzip = isGzip ? createGunzip({ chunkSize: CHUNK_BYTES }) : undefined;
  // `pipe` doesn't forward errors of the file, so they are passed on to the gunzip stream, which the reader consumes.
  if (gunzip) file.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);

  let total = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let nextLine = 1;
  const batch = (bytes: Buffer): LineBatch => {
    const lines = decodeLines(bytes);
    const [first] = lines;
    if (nextLine === 1 && typeof first === 'string' && first.startsWith('\uFEFF')) lines[0] = first.slice(1);
    const firstLine = nextLine;
    nextLine += lines.length;
    return { firstLine, lines, bytesRead: file.bytesRead };
  };
  try {
    for await (const chunk of (gunzip ?? file) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > maxBytes) throw new LinesBroken(nextLine, `the lines are longer than ${maxBytes} bytes together`);
      const end = chunk.lastIndexOf(NEWLINE);
      if (restBytes + (end < 0 ? chunk.length : chunk.indexOf(NEWLINE)) > MAX_LINE_BYTES) {
        throw new LinesBroken(nextLine, `the line is longer than ${MAX_LINE_BYTES} bytes`);
      }
      if (end >= 0) {
        yield batch(Buffer.concat([...rest, chunk.subarray(0, end)]));
        rest = [];
        restBytes = 0;
      }
      if (end + 1 < chunk.length) {
        rest.push(chunk.subarray(end + 1));
        restBytes += chunk.length - end - 1;
      }
    }
    if (restBytes > 0) yield batch(Buffer.concat(rest));
  } catch (error) {
    signal.throwIfAborted();
    const isOfGzip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    if (isOfGzip) throw new LinesBroken(nextLine, `the gzip data is damaged (${error.message})`, { cause: error });
    throw error;
  } finally {
    file.destroy();
    gunzip?.destroy();
  }
}

/** Splits bytes into lines. */
export function decodeLines(bytes: Buffer): (string | NotUtf8)[] {
  if (isUtf8(bytes)) return bytes.toString('utf8').split('\n');
  const lines: (string | NotUtf8)[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(from, end);
    lines.push(isUtf8(line) ? line.toString('utf8') : { column: columnOfFault(line) });
    from = end + 1;
  }
  return lines;
}

const REPLACEMENT = '\uFFFD';

/** Returns the column of the first byte that isn't UTF-8, counted from 1: where decoding has to replace something. */
function columnOfFault(line: Buffer): number {
  const text = line.toString('utf8');
  let bytes = 0;
  for (let from = 0, at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, from)) {
    bytes += Buffer.byteLength(text.slice(from, at));
    const written = line.toString('latin1', bytes, bytes + 3);
    if (written !== '\xef\xbf\xbd') return at + 1;
    bytes += 3;
    from = at + 1;
  }
  return 1;
}
