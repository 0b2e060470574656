/** Cuts the binary tables of .xls and .xlsb after their first rows ([MS-XLS], [MS-XLSB]); of formulas it keeps the results. */
import { open } from 'node:fs/promises';
import { compoundStreams, readPieces } from '../../inspect/compound-file.ts';

/** As many rows as a table of scaled pages needs, since that is found out only behind the rows. */
export const FIRST_BINARY_ROWS = 15_000;
/** Smaller pages would need more rows yet. */
const SMALLEST_PERCENT = 60;

const XLS = {
  ...{ beginning: 0x0809, formula: 0x0006, number: 0x0203, truth: 0x0205, setup: 0x00a1, pivot: 0x00b0 },
  // No program reads records of this type.
  none: 0x0fff,
} as const;
/** The records that begin with the number of their row. */
const XLS_CELLS: ReadonlySet<number> = new Set([
  ...[0x0208, 0x0201, 0x0203, 0x0204, 0x0205, 0x00fd, 0x027e, 0x00bd, 0x00be, 0x00d6, 0x0006],
]);
/** Places of rows, and formulas that several cells share. */
const XLS_OMITTED: ReadonlySet<number> = new Set([0x00d7, 0x020b, 0x0221, 0x04bc, 0x0236]);
/** The pages are not set up. */
const NO_SETUP = 4;
const CHART = 0x0020;
const MAX_XLS_BYTES = 64 * 2 ** 20;

/**
 * Returns a copy of an .xls file in which nobody reads the later rows. Undefined if there are none, or if other rows than
 * the first matter to the first pages. Rejects with CannotMake for a damaged file.
 */
export async function firstRowsOfXls(path: string): Promise<Buffer | undefined> {
  await using file = await open(path);
  const { size } = await file.stat();
  const pieces = size > MAX_XLS_BYTES ? undefined : (await compoundStreams(file)).get('Workbook');
  if (pieces === undefined) return undefined;
  const book = await readPieces(file, pieces, size);
  if (!cutXls(book)) return undefined;
  const copy = await readPieces(file, [{ at: 0, length: size }], size);
  let from = 0;
  for (const { at, length } of pieces) {
    book.copy(copy, at, from, from + length);
    from += length;
  }
  return copy;
}

/** Changes a workbook in place; returns false if it is of no use. */
function cutXls(book: Buffer): boolean {
  let isCut = false;
  for (let at = 0; at + 4 <= book.length; at += 4 + book.readUInt16LE(at + 2)) {
    const type = book.readUInt16LE(at);
    const content = book.subarray(at + 4, at + 4 + book.readUInt16LE(at + 2));
    if (type === XLS.pivot || (type === XLS.beginning && content.readUInt16LE(2) === CHART)) return false;
    if (type === XLS.setup && (content.readUInt16LE(10) & NO_SETUP) === 0 && isSmall(content.readUInt16LE(2)))
      return false;
    if (XLS_OMITTED.has(type)) book.writeUInt16LE(XLS.none, at);
    else if (XLS_CELLS.has(type) && content.readUInt16LE(0) >= FIRST_BINARY_ROWS) {
      isCut = true;
      book.writeUInt16LE(XLS.none, at);
    } else if (type === XLS.formula) {
      const result = resultOf(content);
      if (result === undefined) return false;
      book.writeUInt16LE(result, at);
    }
  }
  return isCut;
}

const BOOLEAN = 1;
const ERROR = 2;

/** Turns a formula into its result and returns the type of that record; undefined for a text, which is elsewhere. */
function resultOf(content: Buffer): number | undefined {
  if (content.readUInt16LE(12) !== 0xffff) return XLS.number;
  const kind = content[6];
  if (kind !== BOOLEAN && kind !== ERROR) return undefined;
  content[6] = content[8] ?? 0;
  content[7] = kind === ERROR ? 1 : 0;
  return XLS.truth;
}

function isSmall(percent: number): boolean {
  return percent > 0 && percent < SMALLEST_PERCENT;
}

const XLSB = { row: 0, endOfRows: 146, setup: 476 } as const;
/** Types of cells with a formula, and those with a value alone. */
const XLSB_RESULTS: ReadonlyMap<number, number> = new Map([
  ...([
    [11, 3],
    [10, 4],
    [9, 5],
    [8, 6],
  ] as const),
]);
const CELL_BYTES = 8;
/** Bytes of the values of errors, truth values and numbers; a text states its length. */
const XLSB_VALUES: ReadonlyMap<number, number> = new Map([
  ...([
    [11, 1],
    [10, 1],
    [9, 8],
  ] as const),
]);
/** Formulas that several cells share. */
const XLSB_OMITTED: ReadonlySet<number> = new Set([426, 427, 428]);
const MAX_KEPT_BYTES = 32 * 2 ** 20;

/** Returns the part of a worksheet of .xlsb with its first rows; undefined as above, and if too much remains. */
export async function cutXlsb(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean } | undefined> {
  const kept: Buffer[] = [];
  let bytes = 0;
  let isDropped = false;
  let isCut = false;
  let rest = Buffer.alloc(0);
  const keep = (piece: Buffer) => {
    kept.push(Buffer.from(piece));
    bytes += piece.length;
  };
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let record = recordAt(rest, at); record !== undefined; record = recordAt(rest, at)) {
      const { type, content, end } = record;
      if (type === XLSB.row) isDropped = content.length >= 4 && content.readUInt32LE(0) >= FIRST_BINARY_ROWS;
      if (type === XLSB.endOfRows) isDropped = false;
      if (type === XLSB.setup && isSmall(content.readUInt32LE(4))) return undefined;
      isCut ||= isDropped;
      const result = XLSB_RESULTS.get(type);
      if (isDropped || XLSB_OMITTED.has(type)) at = end;
      else {
        if (result === undefined) keep(rest.subarray(at, end));
        else {
          const valueBytes = XLSB_VALUES.get(type) ?? 4 + content.readUInt32LE(CELL_BYTES) * 2;
          const length = CELL_BYTES + valueBytes;
          keep(Buffer.from([result, ...variable(length)]));
          keep(content.subarray(0, length));
        }
        at = end;
      }
      if (bytes > MAX_KEPT_BYTES) return undefined;
    }
    rest = rest.subarray(at);
  }
  return { bytes: Buffer.concat(kept), isCut };
}

/** Reads a record: its type in one or two bytes of seven bits, its length in one to four, and its content. */
function recordAt(bytes: Buffer, at: number): { type: number; content: Buffer; end: number } | undefined {
  let place = at;
  const number = (maxBytes: number) => {
    let value = 0;
    for (let n = 0; n < maxBytes; n++) {
      const byte = bytes[place] ?? 0;
      place += 1;
      value += (byte & 0x7f) * 2 ** (7 * n);
      if (byte < 0x80) break;
    }
    return value;
  };
  const type = number(2);
  const end = number(4) + place;
  return end > bytes.length ? undefined : { type, content: bytes.subarray(place, end), end };
}

/** A length in bytes of seven bits. */
function variable(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...variable(length >> 7)];
}
