import { withZip } from '../../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { bookCover, isSvg } from '../../inspect/book-cover.ts';
import type { OpenSource } from './picture.ts';
import { openRasterBytes } from './raster.ts';
import { openSvgText } from './svg.ts';

export const openEpub: OpenSource = async ({ path, page, box, isSound }) => {
  if (page > 0) throw new CannotMake('no_such_page', `page ${page} of 1`);
  const cover = await withZip(path, bookCover);
  if (cover === undefined) throw new CannotMake('unsupported', 'a book without a cover');
  return isSvg(cover) ? await openSvgText(cover, box) : { ...(await openRasterBytes(cover, box, isSound)), pages: 1 };
};
