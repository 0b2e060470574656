import { CannotMake } from '../../derived/cannot-make.ts';
import { embeddedPictures } from '../embedded-pictures.ts';
import type { OpenSource, Picture } from './picture.ts';
import { openRasterBytes } from './raster.ts';

/** Opens an InDesign file by the page images that InDesign stores in it if configured to. */
export const openLayout: OpenSource = async ({ path, page, box }) => {
  const picture = await largestEmbedded(path, page, box);
  if (picture === undefined) throw new CannotMake('unsupported', 'a layout without pictures of its pages');
  return picture;
};

/** Opens the largest embedded picture of a page; undefined if there is none. */
export async function largestEmbedded(path: string, page: number, box: number): Promise<Picture | undefined> {
  const lists = await embeddedPictures(path);
  const pages = Math.max(1, ...lists.map((list) => list.length));
  if (lists.length > 0 && page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
  const opened = await Promise.all(
    lists.flatMap((list) => list[page] ?? []).map((bytes) => openRasterBytes(bytes, box).catch(() => undefined)),
  );
  const [best] = opened
    .filter((picture) => picture !== undefined)
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  return best && { ...best, pages };
}
