/** A TIFF without pixels, as cameras write it, with JPEGs after it. */
export function writeRaw(options: {
  readonly start?: 'II*\0' | 'IIRO' | 'IIU\0';
  readonly orientation: number;
  readonly parts: readonly Buffer[];
}): Buffer {
  const { start = 'II*\0', orientation, parts } = options;
  const entries = [
    [0x10f, 2, 4, Buffer.from('Cam\0')],
    [0x112, 3, 1, Buffer.from([orientation, 0, 0, 0])],
  ] as const;
  // Panasonic puts a signature between the header and the first directory.
  const sign = start === 'IIU\0' ? Buffer.from('88e774d8f8251d4d947a6e77822b5d6a', 'hex') : Buffer.alloc(0);
  const directory = 8 + sign.length;
  const head = Buffer.alloc(directory + 2 + entries.length * 12 + 4);
  head.write(start, 'latin1');
  head.writeUInt32LE(directory, 4);
  sign.copy(head, 8);
  head.writeUInt16LE(entries.length, directory);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = directory + 2 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    value.copy(head, at + 8);
  }
  return Buffer.concat([head, ...parts]);
}

/** A Canon CR3: boxes, one of them with a TIFF that has the orientation. */
export function writeCr3(orientation: number, jpeg: Buffer): Buffer {
  const settings = box('CMT1', writeRaw({ orientation, parts: [] }));
  const canon = box('uuid', Buffer.concat([Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex'), settings]));
  return Buffer.concat([
    box('ftyp', Buffer.from('crx \0\0\0\x01crx isom', 'latin1')),
    box('moov', canon),
    box('mdat', jpeg),
  ]);
}

/** A Fuji RAF: a header with the offset of the JPEG. */
export function writeRaf(jpeg: Buffer): Buffer {
  const head = Buffer.alloc(160);
  head.write('FUJIFILMCCD-RAW 0201FF383501Camera', 'latin1');
  head.writeUInt32BE(head.length, 84);
  head.writeUInt32BE(jpeg.length, 88);
  return Buffer.concat([head, jpeg]);
}

/** A box of the ISO media format. */
export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
