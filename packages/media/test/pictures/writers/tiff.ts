/** A directory of a TIFF that shows one grey. */
export interface GreyDirectory {
  readonly width: number;
  readonly height: number;
  readonly grey: number;
  /** Further entries with one number each, by tag. */
  readonly tags?: Readonly<Record<number, number>>;
  /** The directories that are part of it (SubIFDs). */
  readonly parts?: readonly GreyDirectory[];
}

const [SHORT, LONG, PARTS] = [3, 4, 330];

/** Writes a TIFF, or a BigTIFF, of such directories. */
export function greyTiff(chain: readonly GreyDirectory[], { isLittle = true, isBig = false } = {}): Buffer {
  const wide = isBig ? 8 : 4;
  const chunks: Buffer[] = [];
  let end = isBig ? 16 : 8;
  const put = (chunk: Buffer) => {
    chunks.push(chunk);
    end += chunk.length;
    return end - chunk.length;
  };
  const number = (value: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (length === 8) bytes.writeUInt32LE(value, 0);
    else bytes.writeUIntLE(value, 0, length);
    return isLittle ? bytes : bytes.reverse();
  };
  const entry = (tag: number, type: number, values: readonly number[]) => {
    const packed = Buffer.concat(values.map((value) => number(value, type === SHORT ? 2 : 4)));
    const inside = packed.length > wide ? number(put(packed), wide) : Buffer.concat([packed, Buffer.alloc(wide)]);
    return Buffer.concat([number(tag, 2), number(type, 2), number(values.length, wide), inside.subarray(0, wide)]);
  };
  // Written from the last to the first, because each refers to the next one.
  function write({ width, height, grey, tags = {}, parts = [] }: GreyDirectory, next: number): number {
    const places = parts.map((part) => write(part, 0));
    const strip = put(Buffer.alloc(width * height + ((width * height) % 2), grey));
    const entries = new Map<number, readonly [type: number, ...values: number[]]>([
      ...([256, 257] as const).map((tag, at) => [tag, [LONG, [width, height][at] ?? 0]] as const),
      ...([258, 259, 262, 277] as const).map((tag, at) => [tag, [SHORT, [8, 1, 1, 1][at] ?? 0]] as const),
      ...([273, 278, 279] as const).map((tag, at) => [tag, [LONG, [strip, height, width * height][at] ?? 0]] as const),
      ...Object.entries(tags).map(([tag, value]) => [Number(tag), [SHORT, value]] as const),
      ...(places.length > 0 ? [[PARTS, [LONG, ...places]] as const] : []),
    ]);
    const sorted = [...entries].sort(([one], [other]) => one - other);
    const written = sorted.map(([tag, [type, ...values]]) => entry(tag, type, values));
    return put(Buffer.concat([number(written.length, isBig ? 8 : 2), ...written, number(next, wide)]));
  }
  const first = chain.reduceRight((next, directory) => write(directory, next), 0);
  const start = Buffer.from(isLittle ? 'II' : 'MM');
  const version = isBig ? [number(43, 2), number(8, 2), number(0, 2)] : [number(42, 2)];
  return Buffer.concat([start, ...version, number(first, wide), ...chunks]);
}
