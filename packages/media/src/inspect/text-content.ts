import { constants, createGunzip } from 'node:zlib';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf, statedEncoding } from '../../../core/src/platform/text-encoding.ts';

const MAX_UNPACKED_BYTES = 64 * 1024;

/** Decodes the first bytes of a file in its encoding (see `encodingOf`); undefined for binary content. */
export function decodeText(head: Uint8Array): string | undefined {
  const stated = statedEncoding(head);
  const encoding = stated ?? encodingOf(head);
  // `stream` tolerates a character that is cut at the end of the head.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  // Bytes that are no letters of Windows-1252 tell that it was no more than a guess.
  const isGuess = stated === undefined && encoding === 'windows-1252';
  return isText(text) && !(isGuess && /[\x80-\x9f]/.test(text)) ? text : undefined;
}

/** Unpacks the beginning of gzipped content; as much of it as is not damaged. */
export async function gunzipHead(head: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const plain = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  plain.end(head);
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // The beginning of a few bytes may unpack to many megabytes.
      if (length >= MAX_UNPACKED_BYTES) break;
    }
  } catch {
    // Damaged from here on.
  }
  return Buffer.concat(chunks);
}

/** Normalises line ends to `\n`. If the text continues beyond this beginning, drops the incomplete last line. */
export function withWholeLines(text: string, isLonger: boolean): string {
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r\n?|\f/g, '\n');
  return isLonger ? lines.slice(0, lines.lastIndexOf('\n') + 1 || undefined) : lines;
}

function isText(text: string): boolean {
  // The only control characters in text are tabs, line ends, form feeds, escapes for colours, and the end of files of DOS.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts may hold these.
  return !/[^\P{Cc}\t\n\f\r\x1b\x80-\x9f]/u.test(text.replace(/(?<=[\r\n])\x1a+$/, ''));
}
