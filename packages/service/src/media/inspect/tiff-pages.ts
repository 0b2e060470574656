import type { FileHandle } from 'node:fs/promises';
import { tiffDirectories } from './tiff-directories.ts';

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
