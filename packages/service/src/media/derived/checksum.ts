import { open } from 'node:fs/promises';
import { crc32 } from '../../platform/crc32.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Reads a file and returns its CRC-32, unsigned. */
export async function checksumOf(path: string): Promise<number> {
  await using file = await open(path);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let sum = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return sum;
    sum = crc32(buffer.subarray(0, bytesRead), sum);
  }
}
