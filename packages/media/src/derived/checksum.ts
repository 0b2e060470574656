import { open } from 'node:fs/promises';
import { crc32 } from '../../../core/src/platform/crc32.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Returns a derived file with its CRC-32, and an ETag that includes it, because another node, or another version of a
 * program, may make other bytes for the same key.
 */
export async function identified(
  file: CachedFile,
  key: string,
): Promise<CachedFile & { readonly crc32: number; readonly etag: string }> {
  const crc32 = file.crc32 ?? (await checksumOf(file.path));
  return { ...file, crc32, etag: `${key}-${crc32.toString(16).padStart(8, '0')}` };
}

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
