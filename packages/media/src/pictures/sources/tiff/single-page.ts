import { open } from 'node:fs/promises';
import { CannotMake } from '../../../derived/cannot-make.ts';
import { readInto } from '../../../inspect/bytes.ts';
import type { TiffPicture } from '../../../inspect/tiff-directories.ts';

const MAX_BYTES = 384 * 2 ** 20;
const TAGS = { photometric: 262, orientation: 274, profile: 34_675 } as const;
/** What a part of a directory has in common with it unless it has its own. */
const INHERITED = [TAGS.orientation, TAGS.profile];
const [SHORT, UNDEFINED] = [3, 7];

/**
 * Returns a copy of a TIFF whose only page is this one, wherever its directory is, with another meaning of its samples or
 * another profile. The directory is written again behind everything else. Rejects with CannotMake.
 */
export async function singlePageTiff(
  path: string,
  { directory, parent }: TiffPicture,
  { photometric, profile }: { readonly photometric?: number; readonly profile?: Buffer | undefined } = {},
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
  const change = (tag: number, type: number, count: number, value: number, length: number) => {
    const entry = Buffer.alloc(size.entry);
    put(entry, tag, 0, 2);
    put(entry, type, 2, 2);
    put(entry, count, 4, size.offset);
    put(entry, value, 4 + size.offset, length);
    entries.set(tag, entry);
  };

  await using file = await open(path);
  const { size: length } = await file.stat();
  if (length > MAX_BYTES) throw new CannotMake('too_large', `a file of ${length} bytes`);
  const profileAt = length + (length % 2);
  const at = profileAt + (profile ? profile.length + (profile.length % 2) : 0);
  if (photometric !== undefined) change(TAGS.photometric, SHORT, 1, photometric, 2);
  if (profile !== undefined) change(TAGS.profile, UNDEFINED, profile.length, profileAt, size.offset);
  const bytes = Buffer.alloc(at + size.count + entries.size * size.entry + size.offset);
  await readInto(file, 0, bytes.subarray(0, length));
  profile?.copy(bytes, profileAt);
  put(bytes, at, isBig ? 8 : 4, size.offset);
  put(bytes, entries.size, at, size.count);
  const sorted = [...entries].sort(([one], [other]) => one - other);
  for (const [index, [, entry]] of sorted.entries()) entry.copy(bytes, at + size.count + index * size.entry);
  return bytes;
}
