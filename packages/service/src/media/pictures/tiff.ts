const HEADER_BYTES = 8;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** How the numbers of a picture stand in memory. */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  /** Alpha included. */
  readonly channels: number;
  /** Of one number; numbers of 16 bits have the high byte first, rows of single bits start on a byte. */
  readonly bits: 1 | 8 | 16;
  /** What the numbers mean: 0 ink, 1 grey, 2 RGB, 5 CMYK, 8 Lab with signed a and b. */
  readonly photometric: 0 | 1 | 2 | 5 | 8;
  /** The last channel is alpha, not premultiplied. */
  readonly hasAlpha: boolean;
  /** Each channel is a picture of its own, one after the other. */
  readonly isPlanar: boolean;
  /** Bytes for the pixels where whoever fills them in needs more room than `pixelBytes`. */
  readonly roomBytes?: number;
  /** An ICC profile for these numbers; without one they are sRGB, or what is usual. */
  readonly profile?: Buffer | undefined;
  /** Orientation by EXIF. */
  readonly orientation?: number;
}

/** A TIFF in memory whose pixels are still to be filled in: the way to hand over decoded pixels with their colour profile. */
export interface BlankTiff {
  /** The whole file. */
  readonly file: Buffer;
  /** Row by row from the top left; shares its memory with `file`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Bytes of all pixels of a layout. */
export function pixelBytes({ width, height, channels, bits, isPlanar }: PixelLayout): number {
  const rowBits = isPlanar ? width * bits : width * bits * channels;
  return Math.ceil(rowBits / 8) * height * (isPlanar ? channels : 1);
}

/** A TIFF of any layout. */
export function blankTiffOf(layout: PixelLayout): BlankTiff {
  const { width, height, channels, bits, photometric, hasAlpha, isPlanar, profile, orientation = 1 } = layout;
  const strips = isPlanar ? channels : 1;
  const stripBytes = pixelBytes(layout) / strips;
  const bytes = Math.max(pixelBytes(layout), layout.roomBytes ?? 0);
  const each = <Value>(count: number, make: (index: number) => Value) =>
    Array.from({ length: count }, (_, i) => make(i));

  // Tag, type, values; ascending by tag as the format demands.
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
