import { crc32, deflateRawSync } from 'node:zlib';

/** Smaller entries are stored: the first of them often identifies the file type. */
const MIN_PACKED_BYTES = 10_000;
/** The flag of names in UTF-8. */
const IS_UTF8 = 0x800;

/** Makes a small ZIP archive in memory, with the entries in this order. */
export function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const content = Buffer.from(given);
    const isPacked = content.length >= MIN_PACKED_BYTES;
    const packed = isPacked ? deflateRawSync(content) : content;
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(IS_UTF8, 2);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, tail, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directoryBytes, end]);
}
