import type { FileHandle } from 'node:fs/promises';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { tiffPictures } from './tiff-directories.ts';

const TAGS = { width: 256, height: 257, bits: 258, photometric: 262, orientation: 274, profile: 34675 } as const;
/** Colour spaces of the first page by PhotometricInterpretation; all others are RGB. */
export const TIFF_SPACES: Readonly<Record<number, string>> = {
  ...{ 0: 'Gray', 1: 'Gray', 5: 'CMYK', 8: 'Lab', 9: 'Lab', 10: 'Lab' },
};

/**
 * Reads what the first page of a TIFF is like, and counts the pages. Tag readers describe the first directory, which may
 * be a small copy; so colours and depth are read only where the first page is another one.
 */
export async function tiffProperties(
  file: FileHandle,
): Promise<Partial<Pick<FileProperties, 'width' | 'height' | 'pages' | 'colorSpace' | 'bitDepth'>>> {
  const pictures = await tiffPictures(file);
  const pages = Math.max(1, pictures.length);
  const [first] = pictures;
  if (first === undefined) return { pages };
  const { directory, parent, number } = first;
  const one = async (name: keyof typeof TAGS) => (await directory.numbers(TAGS[name]))[0];
  const [across = 0, down = 0] = [await one('width'), await one('height')];
  if (across === 0 || down === 0) return { pages };
  const orientation = (await one('orientation')) ?? (await parent?.numbers(TAGS.orientation))?.[0] ?? 1;
  const isTurned = orientation >= 5 && orientation <= 8;
  const size = { pages, width: isTurned ? down : across, height: isTurned ? across : down };
  if (parent === undefined && number === 0) return size;
  const space = TIFF_SPACES[(await one('photometric')) ?? -1];
  const hasProfile = [directory, parent].some((each) => each?.positionOf(TAGS.profile) !== undefined);
  return {
    ...size,
    ...(space === undefined && hasProfile ? {} : { colorSpace: space ?? 'sRGB' }),
    bitDepth: (await one('bits')) ?? 1,
  };
}
