import { open } from 'node:fs/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';

/** Bytes that a character has at most. */
const BYTES_PER_CHARACTER = 4;

/** Reads so many characters from the beginning of a text, in whatever encoding. */
export async function readPlain(path: string, maxCharacters: number): Promise<string> {
  const head = await readHead(path, maxCharacters * BYTES_PER_CHARACTER);
  // A character may be cut at the end.
  return new TextDecoder(encodingOf(head)).decode(head, { stream: true });
}

/** Reads at most so many bytes from the beginning of a file. */
export async function readHead(path: string, maxBytes: number): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
}
