import type { FileHandle } from 'node:fs/promises';
import { tiffDirectories } from './tiff-directories.ts';

const SUBFILE_TYPE = 254;
/** Bits of a reduced copy and of a mask. */
const NOT_ITSELF = 0b101;

/**
 * Pictures of a TIFF that stand for themselves: directories of the main chain which are no reduced copies or masks.
 * A damaged chain counts as far as it can be followed; at least 1.
 */
export async function tiffPages(file: FileHandle): Promise<number> {
  let pages = 0;
  for await (const directory of tiffDirectories(file)) {
    const [subfileType = 0] = await directory.numbers(SUBFILE_TYPE);
    if ((subfileType & NOT_ITSELF) === 0) pages += 1;
  }
  return Math.max(1, pages);
}
