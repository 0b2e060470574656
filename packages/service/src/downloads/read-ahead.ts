import type { ByteReader } from '../originals/originals.ts';

/**
 * Reads the first `bytes` bytes ahead and returns a reader for the whole content. If that read fails, disposes of the
 * reader and rejects.
 */
export async function readAhead(reader: ByteReader, bytes: number): Promise<ByteReader> {
  let first: Uint8Array;
  try {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    first = buffer.subarray(0, await reader.read(buffer));
  } catch (error) {
    await reader[Symbol.asyncDispose]();
    throw error;
  }
  return {
    read: async (into) => {
      if (first.length === 0) return await reader.read(into);
      const given = first.subarray(0, into.length);
      into.set(given);
      // Releases the buffer once all of it has been returned.
      first = first.length > given.length ? first.subarray(given.length) : new Uint8Array();
      return given.length;
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}
