const ESCAPE = 0;
const END_OF_LINE = 0;
const END = 1;
const MOVE = 2;

/**
 * Decodes a run-length encoded bitmap to colour indexes, one byte each. Runs are cut at the edges; pixels that no run
 * covers are 0. The runs are cut off if the bytes end before the mark of their end, or before the last row does.
 */
export function unpackRunLengths(
  bytes: Buffer,
  { width, height, isFourBit }: { width: number; height: number; isFourBit: boolean },
): { readonly indexes: Buffer; readonly isCut: boolean } {
  const indexes = Buffer.alloc(width * height);
  let x = 0;
  let y = 0;
  const put = (index: number) => {
    if (x < width) indexes[y * width + x] = index;
    x += 1;
  };
  const nibble = (byte: number, index: number) => (isFourBit ? (index % 2 === 0 ? byte >> 4 : byte & 15) : byte);
  for (let at = 0; at + 1 < bytes.length && y < height; ) {
    const count = bytes[at] ?? 0;
    const value = bytes[at + 1] ?? 0;
    at += 2;
    if (count !== ESCAPE) {
      for (let index = 0; index < count; index++) put(nibble(value, index));
    } else if (value === END_OF_LINE) {
      x = 0;
      y += 1;
    } else if (value === END) {
      return { indexes, isCut: false };
    } else if (value === MOVE) {
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      const perByte = isFourBit ? 2 : 1;
      for (let index = 0; index < value; index++) put(nibble(bytes[at + Math.floor(index / perByte)] ?? 0, index));
      // Literal pixels are padded to an even number of bytes.
      at += Math.ceil(value / perByte / 2) * 2;
    }
  }
  const isLastRowWhole = y === height - 1 && x >= width;
  return { indexes, isCut: y < height && !isLastRowWhole };
}
