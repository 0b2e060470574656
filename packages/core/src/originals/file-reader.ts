import type { FileHandle } from 'node:fs/promises';
import type { ByteRange, ByteReader } from '../platform/byte-reader.ts';

/**
 * Creates a reader for a range of an open file; disposing of the reader closes the file. A read rejects if the file
 * ends before the range does, or after `signal` has fired.
 */
export function readerOf(file: FileHandle, { start, end }: ByteRange, signal: AbortSignal): ByteReader {
  let position = start;
  return {
    read: async (into) => {
      signal.throwIfAborted();
      const wanted = Math.min(into.length, end + 1 - position);
      if (wanted <= 0) return 0;
      const { bytesRead } = await file.read(into, 0, wanted, position);
      if (bytesRead === 0) throw new Error(`the file ends at byte ${position}, before byte ${end}`);
      position += bytesRead;
      return bytesRead;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
