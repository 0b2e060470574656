import { open } from 'node:fs/promises';
import sharp from 'sharp';
import type { Size } from '../../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../../derived/cannot-make.ts';
import { type TiffPicture, tiffPictures } from '../../../inspect/tiff-directories.ts';
import type { Picture, Wanted } from '../picture.ts';
import { openWithLibrary } from '../raster.ts';
import { openLabTiff } from './lab-tiff.ts';
import { oldJpeg } from './old-jpeg.ts';
import { COMPRESSION, PHOTOMETRIC, readTiffPage, type TiffPage } from './page.ts';
import { isForLibrary, plainTiff } from './plain-tiff.ts';
import { singlePageTiff } from './single-page.ts';

/**
 * Opens one page of a TIFF or BigTIFF: with the image library if it reads such a page correctly, else after rewriting
 * the page.
 */
export async function openTiff({ path, page, ...wanted }: { readonly path: string } & Wanted): Promise<Picture> {
  await using file = await open(path);
  const pictures = await tiffPictures(file);
  const picture = pictures[page];
  if (picture === undefined) {
    if (page > 0) throw new CannotMake('no_such_page', `page ${page} of ${Math.max(1, pictures.length)}`);
    // The image library says what is wrong with the file.
    return await openWithLibrary(path, wanted, {});
  }
  return { ...(await openPage(path, picture, wanted)), pages: pictures.length };
}

/** Returns the sizes of all pages in pixels, as seen, without decoding them. */
export async function tiffPageSizes(path: string): Promise<readonly Size[]> {
  await using file = await open(path);
  const pages: Size[] = [];
  for (const picture of await tiffPictures(file)) pages.push(sizeAsSeen(await readTiffPage(picture)));
  return pages;
}

async function openPage(path: string, picture: TiffPicture, wanted: Omit<Wanted, 'page'>): Promise<Picture> {
  const page = await readTiffPage(picture);
  if (page.photometric === PHOTOMETRIC.lab) {
    // A download that keeps its colours takes them from the file unchanged, unless the library refuses them.
    const isKept = wanted.isAsStored === true && (await isReadable(path, picture.number));
    const lab = isKept ? undefined : await openLabTiff(path, picture, wanted.box);
    if (lab !== undefined) return lab;
  }
  const bytes = await rewritten(path, page);
  if (bytes !== undefined) {
    const opened = await openWithLibrary(bytes, wanted, {});
    const { width, height } = sizeAsSeen(page);
    if (opened.width !== width || opened.height !== height || (await opened.isIntact?.()) === false)
      throw new CannotMake('corrupt', 'the picture of the TIFF does not decode');
    return opened;
  }
  const { number, parent } = picture;
  if (parent === undefined && !page.isProfileStated) return await openWithLibrary(path, wanted, { page: number });
  const profile = page.isProfileStated ? page.profile : undefined;
  return await openWithLibrary(await singlePageTiff(path, picture, { profile }), wanted, {});
}

async function isReadable(path: string, page: number): Promise<boolean> {
  return await sharp(path, { page, limitInputPixels: false })
    .metadata()
    .then(
      () => true,
      () => false,
    );
}

function sizeAsSeen({ width, height, orientation }: TiffPage) {
  const isTurned = orientation >= 5 && orientation <= 8;
  return { width: isTurned ? height : width, height: isTurned ? width : height };
}

/** Returns the rewritten page; undefined if the library can read the file itself. */
async function rewritten(path: string, page: TiffPage): Promise<Buffer | undefined> {
  if (page.compression === COMPRESSION.oldJpeg) return await oldJpeg(path, page);
  return isForLibrary(page) ? undefined : await plainTiff(path, page);
}
