import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { CannotRender } from '../renderer.ts';

/** A whole file of at most `maxBytes`. Nothing else waits in a process that decodes, so no other thread is woken for it. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > maxBytes) throw new CannotRender('too_large', `a file of ${size} bytes`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Exactly `length` bytes from `position`; a file that ends before is corrupt. */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  // Before anything is allocated for what a header only claims.
  const { size } = await file.stat();
  if (position + length > size) throw new CannotRender('corrupt', 'the file ends too early');
  const bytes = Buffer.allocUnsafe(length);
  await readInto(file, position, bytes);
  return bytes;
}

/** Fills `target` from `position`; a file that ends before is corrupt. */
export async function readInto(file: FileHandle, position: number, target: Uint8Array): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new CannotRender('corrupt', 'the file ends too early');
    done += bytesRead;
  }
}
