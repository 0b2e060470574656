/**
 * Returns the same bytes in a buffer of their own. Node cuts small buffers out of blocks of 64 KiB, and zlib leaves its
 * output at the front of a larger buffer. A cached slice would keep its whole block in memory, which no size
 * calculation includes.
 */
export function ownBuffer(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
