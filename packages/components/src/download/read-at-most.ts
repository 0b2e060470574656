import type { ServiceFile } from '@asset-browsing-service/client';

/**
 * Reads a file, whose size may be unknown, into memory. Returns undefined, and cancels the stream, if the file has more than
 * `maxBytes`. Rejects as the stream does.
 */
export async function readAtMost(
  { stream, size = 0, mediaType }: Pick<ServiceFile, 'stream' | 'size' | 'mediaType'>,
  maxBytes: number,
): Promise<Blob | undefined> {
  const reader = stream.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  while (Math.max(bytes, size) <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: mediaType });
    bytes += value.length;
    // Its buffer is never shared, although the type allows for that.
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  reader.cancel().catch(() => {});
  return undefined;
}
