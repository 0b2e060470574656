import type { ByteRange, ByteReader } from '../../../core/src/platform/byte-reader.ts';
import { crc32 } from '../../../core/src/platform/crc32.ts';

/** A stored file no longer matches its recorded size or CRC-32. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  /** Index among the files that are sent together. */
  readonly place: number;

  constructor(place: number, message: string) {
    super(message);
    this.place = place;
  }
}

/**
 * Wraps a reader of a whole file and checks the CRC-32 before it returns the last bytes. Rejects with DamagedFile on a
 * mismatch or if the file ends early. `name` identifies the file in the log; `place` is its index among several.
 */
export function checkedReader(
  reader: ByteReader,
  file: { readonly name: string; readonly size: number; readonly crc32: number },
  place = 0,
): ByteReader {
  let left = file.size;
  let crc = 0;
  return {
    read: async (into) => {
      if (left === 0) return 0;
      const bytes = await reader.read(left < into.length ? into.subarray(0, left) : into);
      if (bytes === 0) throw new DamagedFile(place, `${file.name} is damaged: it ends ${left} bytes too early`);
      crc = crc32(into.subarray(0, bytes), crc);
      left -= bytes;
      if (left === 0 && crc !== file.crc32) {
        throw new DamagedFile(place, `${file.name} is damaged: its CRC-32 is ${hex(crc)}, not ${hex(file.crc32)}`);
      }
      return bytes;
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

/** Returns true if the range covers the whole file of `size` bytes. */
export function isWhole(part: ByteRange | undefined, size: number): boolean {
  return part === undefined || (part.start === 0 && part.end === size - 1);
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

/** Reads the first `bytes` ahead and returns a reader of everything. Disposes of `reader` if that fails. */
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
