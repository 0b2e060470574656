import { open } from 'node:fs/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { unescapeXml } from '../inspect/zipped-xml.ts';

/** Bytes that a character has at most. */
const BYTES_PER_CHARACTER = 4;

/** Reads so many characters from the beginning of a text, in whatever encoding. */
export async function readPlain(path: string, mostCharacters: number): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, mostCharacters * BYTES_PER_CHARACTER));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const head = bytes.subarray(0, bytesRead);
  // A character may be cut at the end.
  return new TextDecoder(encodingOf(head)).decode(head, { stream: true });
}

/** Returns what subtitles say, without times, numbers, notes and marks of style. */
export function spokenText(subtitles: string): string {
  return subtitles
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const time = lines.findIndex((line) => line.includes('-->'));
      return time === -1 ? [] : [lines.slice(time + 1).join('\n')];
    })
    .map((text) => unescapeXml(text.replaceAll(/<[^<>\n]*>|\{\\[^{}\n]*\}/g, '')))
    .join('\n');
}
