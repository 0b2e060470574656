import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { decodeBitmap } from './dib.ts';
import type { Picture } from './picture.ts';

const MAX_BYTES = 32 * 2 ** 20;
const MAX_ICONS = 64;
const MAX_PIXELS = 64_000_000;
const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

interface Entry {
  readonly bytes: Buffer;
  readonly side: number;
  readonly bits: number;
}

/**
 * Opens the best undamaged icon or cursor of an ICO file: the largest, and among equal sizes the one with most colours.
 */
export async function openIco({ path }: { readonly path: string }): Promise<Picture> {
  const entries = readDirectory(await readBounded(path, MAX_BYTES));
  let failure: unknown = new CannotMake('corrupt', 'no icon in the file');
  for (const { bytes } of entries.sort((one, other) => other.side - one.side || other.bits - one.bits)) {
    try {
      return await openIcon(bytes);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function readDirectory(bytes: Buffer): Entry[] {
  const count = bytes.length < 6 ? 0 : Math.min(bytes.readUInt16LE(4), MAX_ICONS);
  const entries: Entry[] = [];
  for (let at = 6; at < 6 + count * 16 && at + 16 <= bytes.length; at += 16) {
    const start = bytes.readUInt32LE(at + 12);
    // 0 means 256.
    const side = Math.max(bytes[at] || 256, bytes[at + 1] || 256);
    entries.push({
      bytes: bytes.subarray(start, start + bytes.readUInt32LE(at + 8)),
      side,
      bits: bytes.readUInt16LE(at + 6),
    });
  }
  return entries;
}

async function openIcon(bytes: Buffer): Promise<Picture> {
  if (!bytes.subarray(0, 4).equals(PNG_MAGIC)) {
    const { file, width, height } = decodeBitmap(bytes, { isIcon: true });
    return { pixels: sharp(file), width, height, pages: 1 };
  }
  const pixels = sharp(bytes, { failOn: 'none', limitInputPixels: MAX_PIXELS });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}
