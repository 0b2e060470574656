import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { decodeBitmap } from './dib.ts';
import type { OpenSource, Picture } from './picture.ts';

const MAX_BYTES = 32 * 2 ** 20;
const MAX_ICONS = 64;
const MAX_PIXELS = 64_000_000;
const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

interface Entry {
  readonly bytes: Buffer;
  readonly side: number;
  readonly bits: number;
  /** True if the icon ends behind the file. */
  readonly isCut: boolean;
}

/**
 * Opens the best undamaged icon or cursor of an ICO file: the largest, and among equal sizes the one with most colours.
 * Of a file that must be sound, none of a lower rank stands for the best.
 */
export const openIco: OpenSource = async ({ path, isSound = false }) => {
  const entries = readDirectory(await readBounded(path, MAX_BYTES));
  let failure: unknown = new CannotMake('corrupt', 'no icon in the file');
  for (const { bytes, isCut } of entries.sort((one, other) => other.side - one.side || other.bits - one.bits)) {
    try {
      if (isSound && isCut) throw new CannotMake('corrupt', 'the icon ends too early');
      return await openIcon(bytes, isSound);
    } catch (error) {
      failure = error;
      if (isSound) break;
    }
  }
  throw failure;
};

function readDirectory(bytes: Buffer): Entry[] {
  const count = bytes.length < 6 ? 0 : Math.min(bytes.readUInt16LE(4), MAX_ICONS);
  const entries: Entry[] = [];
  for (let at = 6; at < 6 + count * 16 && at + 16 <= bytes.length; at += 16) {
    const start = bytes.readUInt32LE(at + 12);
    // 0 means 256.
    const side = Math.max(bytes[at] || 256, bytes[at + 1] || 256);
    const end = start + bytes.readUInt32LE(at + 8);
    entries.push({
      bytes: bytes.subarray(start, end),
      isCut: end > bytes.length,
      side,
      bits: bytes.readUInt16LE(at + 6),
    });
  }
  return entries;
}

async function openIcon(bytes: Buffer, isSound: boolean): Promise<Picture> {
  if (!bytes.subarray(0, 4).equals(PNG_MAGIC)) {
    const { file, width, height } = decodeBitmap(bytes, { isIcon: true, isSound });
    return { pixels: sharp(file), width, height, pages: 1 };
  }
  const pixels = sharp(bytes, { failOn: isSound ? 'error' : 'none', limitInputPixels: MAX_PIXELS });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}
