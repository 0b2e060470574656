import type { Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { findPerl, runExiftool } from '../../inspect/perl.ts';
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
  const pages = countPages(lists);
  if (lists.length > 0 && page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
  const best = await largestOf(lists, page, box);
  return best && { ...best, pages };
}

/** Returns the sizes of the pictures of all pages of an InDesign file. */
export async function layoutPageSizes(path: string): Promise<readonly Size[]> {
  const lists = await embeddedPictures(path);
  const sizes: Size[] = [];
  for (let page = 0; page < countPages(lists); page++) {
    const { width, height } = (await largestOf(lists, page, 1)) ?? { width: 0, height: 0 };
    sizes.push({ width, height });
  }
  return sizes;
}

type Lists = readonly (readonly Buffer[])[];

function countPages(lists: Lists): number {
  return Math.max(1, ...lists.map((list) => list.length));
}

async function largestOf(lists: Lists, page: number, box: number): Promise<Picture | undefined> {
  const opened = await Promise.all(
    lists.flatMap((list) => list[page] ?? []).map((bytes) => openRasterBytes(bytes, box).catch(() => undefined)),
  );
  const [best] = opened
    .filter((picture) => picture !== undefined)
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  return best;
}

const MAX_BYTES = 64 * 2 ** 20;
/** A busy server needs long to start exiftool. The timeout of a picture may be shorter, and ends exiftool, too. */
const SECONDS = 30;
/**
 * Tags of page images of layouts, of previews of drawings, and of thumbnails. Callers use the largest picture, whatever
 * its tag.
 */
const TAGS = ['-PageImage', '-PhotoshopThumbnail', '-ThumbnailImage', '-PreviewImage'];

/**
 * Returns the pictures in a file's metadata, one list per tag, ordered by page. Empty if exiftool can't run or finds
 * none.
 */
async function embeddedPictures(path: string): Promise<Lists> {
  const perl = findPerl();
  if (perl === undefined) return [];
  try {
    const stdout = await runExiftool(perl, ['-json', '-b', ...TAGS, path], { seconds: SECONDS, maxBytes: MAX_BYTES });
    const [found] = JSON.parse(stdout) as [Record<string, unknown>?];
    return Object.values(found ?? {})
      .map(picturesOf)
      .filter((pictures) => pictures.length > 0);
  } catch {
    return []; // the file is too damaged to read, or takes too long
  }
}

/** Exiftool writes bytes as `base64:…`, and a list of one value without the list. */
function picturesOf(value: unknown): Buffer[] {
  return [value]
    .flat()
    .flatMap((each) =>
      typeof each === 'string' && each.startsWith('base64:') ? [Buffer.from(each.slice(7), 'base64')] : [],
    );
}
