/**
 * The same bytes in memory that is theirs alone. Node cuts small buffers out of blocks of 64 KiB, and zlib leaves what it has written
 * at the front of a larger one: kept for long, a slice holds its whole block, of which no account tells.
 */
export function ownMemory(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
