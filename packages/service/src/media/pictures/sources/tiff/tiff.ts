import { CannotMake } from '../../../derived/cannot-make.ts';
import type { Picture, Wanted } from '../picture.ts';
import { openWithLibrary } from '../raster.ts';
import { openLabTiff } from './lab-tiff.ts';
import { oldJpeg } from './old-jpeg.ts';
import { COMPRESSION, countTiffPages, readTiffPage, type TiffPage } from './page.ts';
import { isForLibrary, plainTiff } from './plain-tiff.ts';

/**
 * Opens one page of a TIFF or BigTIFF: with the image library if it reads such a page correctly, else after rewriting
 * the page.
 */
export async function openTiff({ path, page, ...wanted }: { readonly path: string } & Wanted): Promise<Picture> {
  const found = await readTiffPage(path, page);
  // A download that keeps its colours takes them from the file unchanged.
  const lab = wanted.isAsStored ? undefined : await openLabTiff({ path, page, box: wanted.box }, found);
  if (lab !== undefined) return lab;
  const bytes = found === undefined ? undefined : await rewritten(path, found);
  if (bytes !== undefined && found !== undefined) {
    const picture = await openWithLibrary(bytes, wanted, {});
    const { width, height, orientation } = found;
    const isTurned = orientation >= 5 && orientation <= 8;
    const isWhole = picture.width === (isTurned ? height : width) && picture.height === (isTurned ? width : height);
    if (!isWhole || (await picture.isIntact?.()) === false)
      throw new CannotMake('corrupt', 'the picture of the TIFF does not decode');
    return { ...picture, pages: await countTiffPages(path) };
  }
  if (page === 0) return await openWithLibrary(path, wanted, {});
  const { pages } = await openWithLibrary(path, wanted, {});
  if (page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
  return await openWithLibrary(path, wanted, { page });
}

/** Returns the rewritten page; undefined if the library can read the file itself. */
async function rewritten(path: string, page: TiffPage): Promise<Buffer | undefined> {
  if (page.compression === COMPRESSION.oldJpeg) return await oldJpeg(path, page);
  return isForLibrary(page) ? undefined : await plainTiff(path, page);
}
