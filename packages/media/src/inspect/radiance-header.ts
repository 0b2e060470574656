const MAX_HEADER_BYTES = 16 * 1024;
const SIZE = /\n\n(?:([-+])Y (\d{1,6}) ([-+])X (\d{1,6})|([-+])X (\d{1,6}) ([-+])Y (\d{1,6}))\n/;

/** The size of a Radiance HDR picture as seen, and how its rows lie in it. */
export interface RadianceHeader {
  readonly width: number;
  readonly height: number;
  /** True if the picture is stored column by column. */
  readonly isTransposed: boolean;
  /** True if the first row, as seen, is stored last. */
  readonly isUpsideDown: boolean;
  readonly isMirrored: boolean;
  /** Where the line of the size begins and ends. */
  readonly from: number;
  readonly end: number;
}

/** Reads the header; undefined if it states no size. */
export function readRadianceHeader(bytes: Buffer): RadianceHeader | undefined {
  const found = SIZE.exec(bytes.toString('latin1', 0, MAX_HEADER_BYTES));
  if (found === null) return undefined;
  const [line, rowSign, rows, columnSign, columns, xSign, width, ySign, height] = found;
  const isTransposed = rows === undefined;
  return {
    isTransposed,
    width: Number(isTransposed ? width : columns),
    height: Number(isTransposed ? height : rows),
    isUpsideDown: (isTransposed ? ySign : rowSign) === '+',
    isMirrored: (isTransposed ? xSign : columnSign) === '-',
    from: found.index + 2,
    end: found.index + line.length,
  };
}
