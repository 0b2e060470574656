import { crc32 } from 'node:zlib';
import type { ByteReader } from '../ports/binary-store.ts';
import { DamagedFile } from './zip-stream.ts';

/**
 * The same bytes, a whole file, checked against its CRC-32 before the last of them are given: then it rejects with DamagedFile,
 * as it does where the file ends too early. `name` is how the log tells of it.
 */
export function checkedReader(
  reader: ByteReader,
  file: { readonly name: string; readonly size: number; readonly crc32: number },
): ByteReader {
  let left = file.size;
  let crc = 0;
  return {
    read: async (into) => {
      if (left === 0) return 0;
      const bytes = await reader.read(left < into.length ? into.subarray(0, left) : into);
      if (bytes === 0) throw new DamagedFile(0, `${file.name} is damaged: it ends ${left} bytes too early`);
      crc = crc32(into.subarray(0, bytes), crc);
      left -= bytes;
      if (left === 0 && crc !== file.crc32) {
        throw new DamagedFile(0, `${file.name} is damaged: its CRC-32 is ${hex(crc)}, not ${hex(file.crc32)}`);
      }
      return bytes;
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
