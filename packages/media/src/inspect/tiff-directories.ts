import type { FileHandle } from 'node:fs/promises';

const MAX_DIRECTORIES = 10_000;
/** Limit of entries in all directories, because directories of a damaged file may overlap. */
const MAX_ENTRIES = 1_000_000;
/** Limit of numbers in one entry. The longest lists are those of strips, at most one per row. */
const MAX_NUMBERS = 1_000_000;
/** Bytes of a number by its type: unsigned and signed integers. Other types are not read. */
const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const BYTES_BY_TYPE: Readonly<Record<number, number>> = {
  ...INTEGER_BYTES,
  ...{ 2: 1, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 17: 8 },
};

/** A directory of a TIFF or BigTIFF, which describes one of its pictures. */
export interface TiffDirectory {
  readonly isLittle: boolean;
  readonly isBig: boolean;
  /** Returns its entries as stored, by tag. Offsets in them are those of the file, so a copy at its end stays valid. */
  stored(): Map<number, Buffer>;
  /** Offset of an entry's value in the file; undefined if there is no such entry. */
  positionOf(tag: number): number | undefined;
  /** Reads the integers of an entry; empty if it is absent, truncated or not of an integer type. */
  numbers(tag: number): Promise<readonly number[]>;
  /** Reads the bytes of an entry; empty if it is absent or truncated. */
  bytes(tag: number): Promise<Buffer>;
  /** Reads the directory that an entry refers to; undefined if there is none. */
  directory(tag: number): Promise<TiffDirectory | undefined>;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly position: number;
  /** The entry as stored, and its value if that is inside. */
  readonly stored: Buffer;
  readonly inside: Buffer | undefined;
}

/** A file whose header has been read. */
interface OpenTiff {
  readonly readAll: Read;
  readonly isLittle: boolean;
  readonly isBig: boolean;
  readonly first: number;
  /** Offsets of the directories met so far, because a damaged file may refer to one again and again. */
  readonly seen: Set<number>;
  /** Number of entries that may still be read. */
  left: number;
  /** True once a directory was met that ends behind the file. */
  isCut: boolean;
}

/**
 * Yields the directories of the main chain, as far as a damaged one can be followed. Metadata in other files (EXIF) are a
 * TIFF in memory.
 */
export async function* tiffDirectories(file: FileHandle | Buffer): AsyncGenerator<TiffDirectory> {
  const tiff = await openTiff(file);
  if (tiff !== undefined) yield* chainOf(tiff, tiff.first);
}

/** Returns true if the chain leads behind the end of the file. */
export async function isTiffChainCut(file: FileHandle): Promise<boolean> {
  const tiff = await openTiff(file);
  if (tiff !== undefined) for await (const _ of chainOf(tiff, tiff.first));
  return tiff?.isCut ?? false;
}

/** Returns true if programs that show the first directory show a whole picture, or if it can't be read. */
export async function beginsWithPicture(read: Read): Promise<boolean> {
  const tiff = await openTiff(read);
  if (tiff === undefined) return true;
  for await (const directory of chainOf(tiff, tiff.first)) return (await kindOf(directory)) === 'whole';
  return true;
}

async function openTiff(file: FileHandle | Buffer | Read): Promise<OpenTiff | undefined> {
  const readAll = typeof file === 'function' ? file : reader(file);
  const header = (await readAll(0, 16)) ?? (await readAll(0, 8));
  const order = header?.toString('latin1', 0, 2);
  if (header === undefined || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const version = readInteger(header, 2, 2, isLittle);
  const isBig = version === 43;
  if ((version !== 42 && !isBig) || (isBig && header.length < 16)) return undefined;
  const first = isBig ? readInteger(header, 8, 8, isLittle) : readInteger(header, 4, 4, isLittle);
  return { readAll, isLittle, isBig, first, seen: new Set(), left: MAX_ENTRIES, isCut: false };
}

async function* chainOf(tiff: OpenTiff, first: number, seen = tiff.seen): AsyncGenerator<TiffDirectory> {
  const { readAll, isLittle, isBig } = tiff;
  const size = { count: isBig ? 8 : 2, entry: isBig ? 20 : 12, offset: isBig ? 8 : 4 };
  let at = first;
  while (at !== 0 && !seen.has(at) && seen.size < MAX_DIRECTORIES) {
    seen.add(at);
    const head = await readAll(at, size.count);
    tiff.isCut ||= head === undefined;
    const count = head === undefined ? 0 : readInteger(head, 0, size.count, isLittle);
    tiff.left -= count;
    if (count === 0 || count > 65_535 || tiff.left < 0) return;
    const body = await readAll(at + size.count, count * size.entry + size.offset);
    tiff.isCut ||= body === undefined;
    if (body === undefined) return;
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index++) {
      const from = index * size.entry;
      const type = readInteger(body, from + 2, 2, isLittle);
      const values = readInteger(body, from + 4, size.offset, isLittle);
      const valueAt = from + 4 + size.offset;
      const isInside = (BYTES_BY_TYPE[type] ?? 1) * values <= size.offset;
      const position = isInside ? at + size.count + valueAt : readInteger(body, valueAt, size.offset, isLittle);
      const stored = body.subarray(from, from + size.entry);
      const inside = isInside ? stored.subarray(valueAt - from) : undefined;
      entries.set(readInteger(body, from, 2, isLittle), { type, count: values, position, stored, inside });
    }
    yield directoryOf(tiff, entries);
    at = readInteger(body, count * size.entry, size.offset, isLittle);
  }
}

function directoryOf(tiff: OpenTiff, entries: ReadonlyMap<number, Entry>): TiffDirectory {
  const { readAll, isLittle, isBig } = tiff;
  const read = async ({ inside, position }: Entry, length: number) =>
    inside === undefined ? await readAll(position, length) : inside.subarray(0, length);
  return {
    isLittle,
    isBig,
    stored: () => new Map(Array.from(entries, ([tag, { stored }]) => [tag, stored])),
    positionOf: (tag) => entries.get(tag)?.position,
    async numbers(tag) {
      const entry = entries.get(tag);
      const size = INTEGER_BYTES[entry?.type ?? 0];
      if (entry === undefined || size === undefined || entry.count > MAX_NUMBERS) return [];
      const bytes = await read(entry, entry.count * size);
      if (bytes === undefined) return [];
      return Array.from({ length: entry.count }, (_, index) => readInteger(bytes, index * size, size, isLittle));
    },
    async bytes(tag) {
      const entry = entries.get(tag);
      const size = BYTES_BY_TYPE[entry?.type ?? 0];
      if (entry === undefined || size === undefined) return Buffer.alloc(0);
      return (await read(entry, entry.count * size)) ?? Buffer.alloc(0);
    },
    async directory(tag) {
      const [at] = await this.numbers(tag);
      // Several pages may refer to one directory, for example to that of EXIF.
      for await (const found of at === undefined ? [] : chainOf(tiff, at, new Set())) return found;
      return undefined;
    },
  };
}

function readInteger(bytes: Buffer, at: number, size: number, isLittle: boolean): number {
  if (size === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}

/** Reads bytes; undefined if the file ends before. Allocates nothing for data that a file only claims to contain. */
type Read = (at: number, length: number) => Promise<Buffer | undefined>;

function reader(file: FileHandle | Buffer): Read {
  let end: number | undefined;
  return async (at, length) => {
    end ??= Buffer.isBuffer(file) ? file.length : (await file.stat()).size;
    if (!Number.isSafeInteger(at) || at + length > end) return undefined;
    if (Buffer.isBuffer(file)) return file.subarray(at, at + length);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, at);
    return bytesRead === length ? bytes : undefined;
  };
}

const TAGS = { subfileType: 254, oldSubfileType: 255, width: 256, height: 257, photometric: 262, parts: 330 } as const;
/** Bits of the subfile type. */
const REDUCED = 0b1;
const MASK = 0b100;
/** Value of the subfile type of old files that marks a reduced copy. */
const OLD_REDUCED = 2;
/** Meanings of samples that are no picture: a mask, and sensor data. */
const NO_PICTURES: ReadonlySet<number> = new Set([4, 32_803]);

/** One page of a TIFF. */
export interface TiffPicture {
  readonly directory: TiffDirectory;
  /** Number of its directory in the main chain, or of the one that it is part of. */
  readonly number: number;
  /** The directory of the main chain that it is part of; absent if it is in that chain itself. */
  readonly parent?: TiffDirectory;
}

/**
 * Finds the pages of a TIFF: the directories of the main chain that are neither reduced copies nor masks. In a file
 * without any, each page is the largest picture among the parts of a directory (SubIFDs), or if there are no parts, the
 * largest directory is the only page. A damaged file is read as far as it can be followed.
 */
export async function tiffPictures(file: FileHandle): Promise<readonly TiffPicture[]> {
  const tiff = await openTiff(file);
  if (tiff === undefined) return [];
  const chain: TiffPicture[] = [];
  for await (const directory of chainOf(tiff, tiff.first)) chain.push({ directory, number: chain.length });
  const kinds = await Promise.all(chain.map(({ directory }) => kindOf(directory)));
  const pages = chain.filter((_, index) => kinds[index] === 'whole');
  if (pages.length > 0) return pages;
  const inside: TiffPicture[] = [];
  for (const { directory: parent, number } of chain) {
    const best = await largest(await partsOf(tiff, parent));
    if (best !== undefined) inside.push({ directory: best, number, parent });
  }
  if (inside.length > 0) return inside;
  const best = await largest(chain.map(({ directory }) => directory));
  return chain.filter(({ directory }) => directory === best);
}

async function kindOf(directory: TiffDirectory): Promise<'whole' | 'reduced' | 'no picture'> {
  const [photometric = -1] = await directory.numbers(TAGS.photometric);
  const [type] = await directory.numbers(TAGS.subfileType);
  if (NO_PICTURES.has(photometric) || ((type ?? 0) & MASK) !== 0) return 'no picture';
  const isReduced =
    type === undefined ? (await directory.numbers(TAGS.oldSubfileType))[0] === OLD_REDUCED : (type & REDUCED) !== 0;
  return isReduced ? 'reduced' : 'whole';
}

/** Returns the parts of a directory, their successors and their own parts. */
async function partsOf(tiff: OpenTiff, directory: TiffDirectory): Promise<readonly TiffDirectory[]> {
  const parts: TiffDirectory[] = [];
  for (const at of await directory.numbers(TAGS.parts)) {
    for await (const part of chainOf(tiff, at)) parts.push(part, ...(await partsOf(tiff, part)));
  }
  return parts;
}

/** Returns the largest whole picture, or else the largest reduced one. */
async function largest(directories: readonly TiffDirectory[]): Promise<TiffDirectory | undefined> {
  let best: { readonly directory: TiffDirectory; readonly rank: number } | undefined;
  for (const directory of directories) {
    const kind = await kindOf(directory);
    const [[width = 0], [height = 0]] = [await directory.numbers(TAGS.width), await directory.numbers(TAGS.height)];
    const rank = width * height * (kind === 'whole' ? WHOLE_FIRST : 1);
    if (kind !== 'no picture' && rank > (best?.rank ?? 0)) best = { directory, rank };
  }
  return best?.directory;
}

/** More than the pixels of any picture, and less than the square root of the greatest number. */
const WHOLE_FIRST = 1e100;
