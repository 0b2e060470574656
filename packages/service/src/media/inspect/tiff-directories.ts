import type { FileHandle } from 'node:fs/promises';

const MAX_DIRECTORIES = 10_000;
/** Limit of numbers in one entry. The longest lists are those of strips, at most one per row. */
const MAX_NUMBERS = 1_000_000;
/** Bytes of a number by its type: unsigned and signed integers. Other types are not read. */
const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const BYTES_BY_TYPE: Readonly<Record<number, number>> = {
  ...INTEGER_BYTES,
  ...{ 2: 1, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 17: 8 },
};

/** A directory of a TIFF or BigTIFF, which describes one of its pictures. */
interface TiffDirectory {
  readonly isLittle: boolean;
  /** Offset of an entry's value in the file; undefined if there is no such entry. */
  positionOf(tag: number): number | undefined;
  /** Reads the integers of an entry; empty if it is absent, truncated or not of an integer type. */
  numbers(tag: number): Promise<readonly number[]>;
  /** Reads the bytes of an entry; empty if it is absent or truncated. */
  bytes(tag: number): Promise<Buffer>;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly position: number;
}

/** Yields the directories of the main chain, as far as a damaged one can be followed. */
export async function* tiffDirectories(file: FileHandle): AsyncGenerator<TiffDirectory> {
  const { size: end } = await file.stat();
  const readAll = reader(file, end);
  const header = await readAll(0, 16);
  const order = header?.toString('latin1', 0, 2);
  if (header === undefined || (order !== 'II' && order !== 'MM')) return;
  const isLittle = order === 'II';
  const version = readInteger(header, 2, 2, isLittle);
  if (version !== 42 && version !== 43) return;
  const isBig = version === 43;
  const size = { count: isBig ? 8 : 2, entry: isBig ? 20 : 12, offset: isBig ? 8 : 4 };

  const seen = new Set<number>();
  let at = readInteger(header, isBig ? 8 : 4, size.offset, isLittle);
  while (at !== 0 && !seen.has(at) && seen.size < MAX_DIRECTORIES) {
    seen.add(at);
    const head = await readAll(at, size.count);
    const count = head === undefined ? 0 : readInteger(head, 0, size.count, isLittle);
    if (count === 0 || count > 65_535) return;
    const body = await readAll(at + size.count, count * size.entry + size.offset);
    if (body === undefined) return;
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index++) {
      const from = index * size.entry;
      const type = readInteger(body, from + 2, 2, isLittle);
      const values = readInteger(body, from + 4, size.offset, isLittle);
      const valueAt = from + 4 + size.offset;
      const isInside = (BYTES_BY_TYPE[type] ?? 1) * values <= size.offset;
      const position = isInside ? at + size.count + valueAt : readInteger(body, valueAt, size.offset, isLittle);
      entries.set(readInteger(body, from, 2, isLittle), { type, count: values, position });
    }
    yield directoryOf(readAll, entries, isLittle);
    at = readInteger(body, count * size.entry, size.offset, isLittle);
  }
}

function directoryOf(readAll: Read, entries: ReadonlyMap<number, Entry>, isLittle: boolean): TiffDirectory {
  return {
    isLittle,
    positionOf: (tag) => entries.get(tag)?.position,
    async numbers(tag) {
      const entry = entries.get(tag);
      const size = INTEGER_BYTES[entry?.type ?? 0];
      if (entry === undefined || size === undefined || entry.count > MAX_NUMBERS) return [];
      const bytes = await readAll(entry.position, entry.count * size);
      if (bytes === undefined) return [];
      return Array.from({ length: entry.count }, (_, index) => readInteger(bytes, index * size, size, isLittle));
    },
    async bytes(tag) {
      const entry = entries.get(tag);
      const size = BYTES_BY_TYPE[entry?.type ?? 0];
      if (entry === undefined || size === undefined) return Buffer.alloc(0);
      return (await readAll(entry.position, entry.count * size)) ?? Buffer.alloc(0);
    },
  };
}

function readInteger(bytes: Buffer, at: number, size: number, isLittle: boolean): number {
  if (size === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}

/** Reads bytes; undefined if the file ends before. Allocates nothing for data that a file only claims to contain. */
type Read = (at: number, length: number) => Promise<Buffer | undefined>;

function reader(file: FileHandle, end: number): Read {
  return async (at, length) => {
    if (!Number.isSafeInteger(at) || at + length > end) return undefined;
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, at);
    return bytesRead === length ? bytes : undefined;
  };
}

const SUBFILE_TYPE = 254;
/** Bits that mark a reduced copy or a mask. */
const NOT_ITSELF = 0b101;

/**
 * Counts the pages of a TIFF: directories of the main chain that are neither reduced copies nor masks. A damaged chain
 * is counted as far as it can be followed; at least 1.
 */
export async function tiffPages(file: FileHandle): Promise<number> {
  let pages = 0;
  for await (const directory of tiffDirectories(file)) {
    const [subfileType = 0] = await directory.numbers(SUBFILE_TYPE);
    if ((subfileType & NOT_ITSELF) === 0) pages += 1;
  }
  return Math.max(1, pages);
}
