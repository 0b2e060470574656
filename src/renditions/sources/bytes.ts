import { type FileHandle, open } from 'node:fs/promises';
import { CannotRender } from '../../ports/renderer.ts';

/** A whole file of at most `maxBytes`. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > maxBytes) throw new CannotRender('too_large', `a file of ${size} bytes`);
  return await file.readFile();
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
