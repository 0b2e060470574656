import { open } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { decodeText } from '../../inspect/text-content.ts';

/** Reads at most `maxBytes` from the beginning of a text file. Rejects with CannotMake if they are not text. */
export async function readText(
  path: string,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const text = decodeText(bytes.subarray(0, bytesRead));
  if (text === undefined) throw new CannotMake('corrupt', 'a text with characters that no text has');
  return { text, isWhole: size <= bytesRead };
}
