/** The content of the bitmap. */
export interface BmpContent {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16 | 24 | 32;
  /** Pixels as numbers: colours, or indexes into the palette. */
  readonly pixels: readonly number[];
  /** Colours as `0xrrggbb`. */
  readonly palette?: readonly number[];
  readonly isTopDown?: boolean;
  /** Red, green, blue, alpha; written with the longest header. */
  readonly masks?: readonly [number, number, number, number];
}

const FILE_HEADER = 14;

/** A Windows bitmap according to the published format description. */
export function writeBmp(content: BmpContent): Buffer {
  const dib = writeDib(content, content.height);
  const header = Buffer.alloc(FILE_HEADER);
  header.write('BM', 'latin1');
  header.writeUInt32LE(FILE_HEADER + dib.length, 2);
  header.writeUInt32LE(FILE_HEADER + headerBytes(content), 10);
  return Buffer.concat([header, dib]);
}

/** The bitmap inside an icon: double height with a mask after it, one bit a pixel. */
export function writeIconBitmap(content: BmpContent, isTransparent: (pixel: number) => boolean): Buffer {
  const { width, height } = content;
  const mask = rows(
    width,
    height,
    1,
    Array.from({ length: width * height }, (_, pixel) => (isTransparent(pixel) ? 1 : 0)),
    false,
  );
  return Buffer.concat([writeDib(content, height * 2), mask]);
}

/** One of the icons of a file. */
export interface Icon {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** An icon file of bitmaps or PNGs. */
export function writeIco(icons: readonly Icon[]): Buffer {
  const directory = Buffer.alloc(6 + icons.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(icons.length, 4);
  let offset = directory.length;
  for (const [index, { width, height, bytes }] of icons.entries()) {
    const at = 6 + index * 16;
    directory[at] = width % 256;
    directory[at + 1] = height % 256;
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(bytes.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...icons.map(({ bytes }) => bytes)]);
}

function headerBytes({ masks, palette = [] }: BmpContent): number {
  return (masks === undefined ? 40 : 124) + palette.length * 4;
}

function writeDib(content: BmpContent, writtenHeight: number): Buffer {
  const { width, height, bits, pixels, palette = [], isTopDown = false, masks } = content;
  const header = Buffer.alloc(headerBytes(content));
  const size = masks === undefined ? 40 : 124;
  const data = rows(width, height, bits, pixels, isTopDown);
  header.writeUInt32LE(size, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(isTopDown ? -writtenHeight : writtenHeight, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(masks === undefined ? 0 : 3, 16);
  header.writeUInt32LE(palette.length, 32);
  for (const [index, mask] of (masks ?? []).entries()) header.writeUInt32LE(mask, 40 + index * 4);
  for (const [index, colour] of palette.entries()) header.writeUInt32LE(colour, size + index * 4);
  return Buffer.concat([header, data]);
}

function rows(width: number, height: number, bits: number, pixels: readonly number[], isTopDown: boolean): Buffer {
  const stride = Math.ceil((width * bits) / 32) * 4;
  const data = Buffer.alloc(stride * height);
  for (const [index, pixel] of pixels.entries()) {
    const y = Math.floor(index / width);
    const x = index % width;
    const at = (isTopDown ? y : height - 1 - y) * stride;
    if (bits >= 16) data.writeUIntLE(pixel, at + (x * bits) / 8, bits / 8);
    else {
      const byte = at + Math.floor((x * bits) / 8);
      data[byte] = (data[byte] ?? 0) | (pixel << (8 - bits - ((x * bits) % 8)));
    }
  }
  return data;
}
