import type { FileHandle } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';

const MAX_BYTES = 256 * 2 ** 20;
/** Colour spaces and depths by the image library's names. */
const SPACES = new Map(
  Object.entries({ srgb: 'sRGB', rgb16: 'sRGB', 'b-w': 'Gray', grey16: 'Gray', cmyk: 'CMYK', lab: 'Lab' }),
);
const BITS = new Map(Object.entries({ uchar: 8, ushort: 16 }));

/**
 * Reads the properties of a picture that the image library finds in its header. Used instead of exiftool if Perl is
 * missing.
 */
export async function pictureProperties(
  file: FileHandle,
  size: number,
): Promise<Partial<Pick<FileProperties, 'width' | 'height' | 'colorSpace' | 'dpi' | 'bitDepth'>>> {
  if (size > MAX_BYTES) return {};
  // Reads from memory, because with a path some formats could access neighbouring files.
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, 0);
  const found = await pictureHeader(bytes);
  return {
    width: found.autoOrient.width,
    height: found.autoOrient.height,
    colorSpace: SPACES.get(found.space) ?? '',
    dpi: found.density ?? 0,
    bitDepth: BITS.get(found.depth) ?? 0,
  };
}

/** Returns the size of a picture in memory as shown; undefined if the image library can't read it. */
export async function sizeAsShown(bytes: Uint8Array): Promise<Size | undefined> {
  const { autoOrient } = await pictureHeader(bytes).catch(() => ({ autoOrient: undefined }));
  return autoOrient && autoOrient.width > 0 && autoOrient.height > 0 ? autoOrient : undefined;
}

/**
 * Reads the header of a picture in memory with the image library. Loads the library on first use, because most files do
 * not need it.
 */
export async function pictureHeader(bytes: Uint8Array): Promise<Metadata> {
  const { default: sharp } = await import('sharp');
  const { confineImageLibrary } = await import('./image-library.ts');
  confineImageLibrary();
  return await sharp(bytes, { limitInputPixels: false }).metadata();
}
