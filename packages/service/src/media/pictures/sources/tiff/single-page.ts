import { open } from 'node:fs/promises';
import { CannotMake } from '../../../derived/cannot-make.ts';
import type { TiffPicture } from '../../../inspect/tiff-directories.ts';
import { readInto } from '../bytes.ts';

const MAX_BYTES = 384 * 2 ** 20;
/** Orientation and colour profile, which a part of a directory has in common with it unless it has its own. */
const INHERITED = [274, 34675];
const SHORT = 3;

/**
 * Returns a copy of a TIFF whose only page is this one, wherever its directory is, with other values of some tags. The
 * directory is written again behind everything else. Rejects with CannotMake.
 */
export async function singlePageTiff(
  path: string,
  { directory, parent }: TiffPicture,
  changes: Readonly<Record<number, number>> = {},
): Promise<Buffer> {
  const { isLittle, isBig } = directory;
  const entries = directory.stored();
  for (const tag of INHERITED) {
    const inherited = parent?.stored().get(tag);
    if (inherited !== undefined && !entries.has(tag)) entries.set(tag, inherited);
  }
  const put = (bytes: Buffer, value: number, at: number, length: number) => {
    if (length === 8 && isLittle) bytes.writeBigUInt64LE(BigInt(value), at);
    else if (length === 8) bytes.writeBigUInt64BE(BigInt(value), at);
    else if (isLittle) bytes.writeUIntLE(value, at, length);
    else bytes.writeUIntBE(value, at, length);
  };
  const size = { count: isBig ? 8 : 2, entry: isBig ? 20 : 12, offset: isBig ? 8 : 4 };
  for (const [tag, value] of Object.entries(changes)) {
    const entry = Buffer.alloc(size.entry);
    put(entry, Number(tag), 0, 2);
    put(entry, SHORT, 2, 2);
    put(entry, 1, 4, size.offset);
    put(entry, value, 4 + size.offset, 2);
    entries.set(Number(tag), entry);
  }

  await using file = await open(path);
  const { size: length } = await file.stat();
  if (length > MAX_BYTES) throw new CannotMake('too_large', `a file of ${length} bytes`);
  const at = length + (length % 2);
  const bytes = Buffer.alloc(at + size.count + entries.size * size.entry + size.offset);
  await readInto(file, 0, bytes.subarray(0, length));
  put(bytes, at, isBig ? 8 : 4, size.offset);
  put(bytes, entries.size, at, size.count);
  const sorted = [...entries].sort(([one], [other]) => one - other);
  for (const [index, [, entry]] of sorted.entries()) entry.copy(bytes, at + size.count + index * size.entry);
  return bytes;
}
