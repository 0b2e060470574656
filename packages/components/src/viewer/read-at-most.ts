import type { ServiceFile } from '@asset-browsing-service/client';

/**
 * Reads a file into memory, whose size may be unknown. Returns undefined if it has more than `most` bytes; the rest is not
 * requested then. Rejects as the stream of the file does.
 */
export async function readAtMost(
  { stream, size = 0, mediaType }: Pick<ServiceFile, 'stream' | 'size' | 'mediaType'>,
  most: number,
): Promise<Blob | undefined> {
  const reader = stream.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  while (Math.max(bytes, size) <= most) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: mediaType });
    bytes += value.length;
    // No network fills shared memory.
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  await reader.cancel();
  return undefined;
}
