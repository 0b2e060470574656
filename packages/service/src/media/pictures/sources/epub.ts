import { posix } from 'node:path';
import { withZip, type ZipParts } from '../../../platform/zip-file.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { attribute, startTags } from '../../inspect/zipped-xml.ts';
import type { OpenSource } from './picture.ts';
import { openRasterBytes } from './raster.ts';
import { openSvgText } from './svg.ts';

const MOST_COVER_BYTES = 32 * 2 ** 20;

export const openEpub: OpenSource = async ({ path, page, box }) => {
  if (page > 0) throw new CannotMake('no_such_page', `page ${page} of 1`);
  const cover = await withZip(path, async (parts) => {
    const name = await coverName(parts);
    return name === undefined ? undefined : await parts.read(name, MOST_COVER_BYTES);
  });
  if (cover === undefined) throw new CannotMake('unsupported', 'a book without a cover');
  const isSvg = /<svg[\s>]/.test(cover.toString('latin1', 0, 4096));
  return isSvg ? await openSvgText(cover, box) : { ...(await openRasterBytes(cover, box)), pages: 1 };
};

/** Returns the entry that the book's package document marks as the cover, or that is named as a cover. */
async function coverName(parts: ZipParts): Promise<string | undefined> {
  const container = await parts.text('META-INF/container.xml');
  const root = attribute(startTags(container, 'rootfile')[0], 'full-path');
  const book = root === undefined ? '' : await parts.text(root);
  const items = startTags(book, 'item');
  const meta = startTags(book, 'meta').find((each) => attribute(each, 'name') === 'cover');
  const id = attribute(meta, 'content');
  const item =
    items.find((each) => /\bcover-image\b/.test(attribute(each, 'properties') ?? '')) ??
    items.find((each) => id !== undefined && attribute(each, 'id') === id) ??
    items.find((each) => /cover/i.test(attribute(each, 'id') ?? '') && isPicture(attribute(each, 'href') ?? ''));
  const named = inBook(root, attribute(item, 'href'));
  if (named !== undefined && isPicture(named)) return named;
  const reference = startTags(book, 'reference').find((each) => attribute(each, 'type') === 'cover');
  const page = named ?? inBook(root, attribute(reference, 'href'));
  const shown = page === undefined ? undefined : await pictureOn(parts, page);
  return shown ?? parts.names.find((name) => /(?:^|\/)cover\.(?:jpe?g|png|webp|gif)$/i.test(name));
}

async function pictureOn(parts: ZipParts, page: string): Promise<string | undefined> {
  const text = await parts.text(page);
  const [picture] = [...startTags(text, 'img'), ...startTags(text, 'image')];
  return inBook(page, attribute(picture, 'src') ?? attribute(picture, 'href'));
}

/** Resolves a reference in one of the book's files to an entry name in the archive. */
function inBook(from: string | undefined, href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  const [path = ''] = href.split('#');
  try {
    return posix.join(posix.dirname(from ?? ''), decodeURIComponent(path));
  } catch {
    return undefined; // invalid percent-encoding
  }
}

function isPicture(name: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|svg)$/i.test(name);
}
