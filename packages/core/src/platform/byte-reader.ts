import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const COPY_BYTES = 512 * 1024;

/** A byte range; `start` and `end` are both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads bytes in order. The caller supplies the buffer, so that a large file can be sent with a few reused buffers. */
export interface ByteReader extends AsyncDisposable {
  /**
   * Reads the next bytes into the beginning of `into` and resolves with their number, 0 at the end. Only one call at a
   * time.
   */
  read(into: Uint8Array): Promise<number>;
}

/** Fills the buffer with the next bytes. Rejects if there are fewer. */
export async function readFully({ read }: Pick<ByteReader, 'read'>, into: Uint8Array): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const bytes = await read(into.subarray(at));
    if (bytes === 0) throw new Error(`${at} bytes instead of ${into.length}`);
    at += bytes;
  }
}

/** Yields the next bytes, all in one buffer: what is kept of them must be copied. */
export async function* chunksOf(reader: Pick<ByteReader, 'read'>): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(COPY_BYTES);
  for (let bytes = await reader.read(buffer); bytes > 0; bytes = await reader.read(buffer))
    yield buffer.subarray(0, bytes);
}

/** Reads all bytes of a small file. */
export async function readAll(reader: Pick<ByteReader, 'read'>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunksOf(reader), (chunk) => Buffer.from(chunk)));
}

/** Copies all bytes to a new file and resolves with their SHA-256 in hexadecimal. The file is not yet durable. */
export async function copyToFile(reader: ByteReader, path: string): Promise<string> {
  await using file = await open(path, 'wx');
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(reader)) {
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return hash.digest('hex');
}
