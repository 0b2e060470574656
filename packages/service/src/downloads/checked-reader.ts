import type { ByteRange, ByteReader } from '../originals/binary-store.ts';
import { crc32 } from '../platform/crc32.ts';

/** A stored file is not what it was when its CRC-32 was taken. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  /** Its place among the files that are sent together. */
  readonly place: number;

  constructor(place: number, message: string) {
    super(message);
    this.place = place;
  }
}

/**
 * The same bytes, a whole file, checked against its CRC-32 before the last of them are given: then it rejects with DamagedFile,
 * as it does where the file ends too early. `name` is how the log tells of it, `place` is its place among several.
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

/** True where that part of a file of `size` bytes is all of it. */
export function isWhole(part: ByteRange | undefined, size: number): boolean {
  return part === undefined || (part.start === 0 && part.end === size - 1);
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
