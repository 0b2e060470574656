import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { CannotMake } from '../derived/cannot-make.ts';

/**
 * Reads a whole file of at most `maxBytes`. Synchronous, because nothing else waits in a decoding process, so using
 * another thread would only cost time.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > maxBytes) throw new CannotMake('too_large', `a file of ${size} bytes`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads exactly `length` bytes from `position`; rejects with CannotMake (corrupt) if the file ends earlier. */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  // Checked before allocating, because a header may claim any length.
  const { size } = await file.stat();
  if (position + length > size) throw new CannotMake('corrupt', 'the file ends too early');
  const bytes = Buffer.allocUnsafe(length);
  await readInto(file, position, bytes);
  return bytes;
}

/** Fills `target` from `position`; rejects with CannotMake (corrupt) if the file ends earlier. */
export async function readInto(file: FileHandle, position: number, target: Uint8Array): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new CannotMake('corrupt', 'the file ends too early');
    done += bytesRead;
  }
}

/**
 * Decodes PackBits: a count above 128 repeats the next byte, a count below 128 copies the next bytes. Returns the number
 * of bytes written to `row`.
 */
export function unpackBits(bytes: Uint8Array, from: number, to: number, row: Uint8Array): number {
  let out = 0;
  for (let at = from; at < to && out < row.length; ) {
    const count = bytes[at] ?? 128;
    at += 1;
    if (count > 128) {
      row.fill(bytes[at] ?? 0, out, Math.min(out + 257 - count, row.length));
      at += 1;
      out += 257 - count;
    } else if (count < 128) {
      row.set(bytes.subarray(at, Math.min(at + count + 1, to, at + row.length - out)), out);
      at += count + 1;
      out += count + 1;
    }
  }
  return Math.min(out, row.length);
}
