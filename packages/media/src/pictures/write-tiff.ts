const HEADER_BYTES = 8;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** How the samples of a picture are laid out in memory. */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  /** Number of channels, including alpha. */
  readonly channels: number;
  /** Bits per sample. Samples of 16 bits are big-endian; rows of smaller samples start on a byte boundary. */
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** Meaning of the samples: 0 ink, 1 grey, 2 RGB, 5 CMYK, 8 Lab with signed a and b. */
  readonly photometric: 0 | 1 | 2 | 5 | 8;
  /** True if the last channel is alpha, not premultiplied. */
  readonly hasAlpha: boolean;
  /** True if the channels are stored one after the other as separate planes. */
  readonly isPlanar: boolean;
  /** Bytes to reserve for the pixels if the code that fills them needs more than `pixelBytes`. */
  readonly roomBytes?: number;
  /** ICC profile of the samples. Without one, they are sRGB or the default of their colour model. */
  readonly profile?: Buffer | undefined;
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number;
}

/**
 * A TIFF in memory whose pixels are still to be filled in. It passes decoded pixels to the image library together with
 * their colour profile.
 */
export interface BlankTiff {
  readonly file: Buffer;
  /** Pixels row by row from the top left; shares memory with `file`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export function pixelBytes({ width, height, channels, bits, isPlanar }: PixelLayout): number {
  const rowBits = isPlanar ? width * bits : width * bits * channels;
  return Math.ceil(rowBits / 8) * height * (isPlanar ? channels : 1);
}

export function blankTiffOf(layout: PixelLayout): BlankTiff {
  const { width, height, channels, bits, photometric, hasAlpha, isPlanar, profile, orientation = 1 } = layout;
  const strips = isPlanar ? channels : 1;
  const stripBytes = pixelBytes(layout) / strips;
  const bytes = Math.max(pixelBytes(layout), layout.roomBytes ?? 0);
  const each = <Value>(count: number, make: (index: number) => Value) =>
    Array.from({ length: count }, (_, i) => make(i));

  // Tag, type and values, sorted by tag as TIFF requires.
  const entries: [tag: number, type: number, values: readonly number[] | Buffer][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, each(channels, () => bits)],
    [259, SHORT, [1]], // not compressed
    [262, SHORT, [photometric]],
    [273, LONG, each(strips, (strip) => HEADER_BYTES + strip * stripBytes)],
    [274, SHORT, [orientation]],
    [277, SHORT, [channels]],
    [278, LONG, [height]],
    [279, LONG, each(strips, () => stripBytes)],
    [284, SHORT, [isPlanar ? 2 : 1]],
  ];
  if (hasAlpha) entries.push([338, SHORT, [2]]);
  if (profile !== undefined) entries.push([34675, UNDEFINED, profile]);

  const packed = entries.map(([tag, type, values]) => ({ tag, type, count: values.length, bytes: pack(type, values) }));
  const directoryBytes = 2 + packed.length * 12 + 4;
  const directoryAt = even(HEADER_BYTES + bytes);
  let outsideAt = even(directoryAt + directoryBytes);
  const outside = packed.filter((entry) => entry.bytes.length > 4);
  const size = outside.reduce((sum, entry) => even(sum + entry.bytes.length), outsideAt);

  const file = Buffer.from(new ArrayBuffer(size));
  file.write('MM\0*', 0, 'latin1');
  file.writeUInt32BE(directoryAt, 4);
  file.writeUInt16BE(packed.length, directoryAt);
  for (const [index, entry] of packed.entries()) {
    const at = directoryAt + 2 + index * 12;
    file.writeUInt16BE(entry.tag, at);
    file.writeUInt16BE(entry.type, at + 2);
    file.writeUInt32BE(entry.count, at + 4);
    const isInside = entry.bytes.length <= 4;
    entry.bytes.copy(file, isInside ? at + 8 : outsideAt);
    if (isInside) continue;
    file.writeUInt32BE(outsideAt, at + 8);
    outsideAt = even(outsideAt + entry.bytes.length);
  }
  return { file, pixels: new Uint8ClampedArray(file.buffer, HEADER_BYTES, bytes) };
}

function pack(type: number, values: readonly number[] | Buffer): Buffer {
  if (Buffer.isBuffer(values)) return values;
  const size = type === SHORT ? 2 : 4;
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) bytes.writeUIntBE(value, index * size, size);
  return bytes;
}

function even(offset: number): number {
  return offset + (offset % 2);
}
