import { posix } from 'node:path';
import { CannotMake } from '../../derived/cannot-make.ts';
import { withZip, type ZipParts } from '../zip-parts.ts';
import type { OpenSource } from './picture.ts';
import { openRasterBytes } from './raster.ts';
import { openSvgText } from './svg.ts';

const MOST_TEXT_BYTES = 4 * 2 ** 20;
const MOST_COVER_BYTES = 32 * 2 ** 20;

/** Opens an EPUB book by its cover. */
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
  const container = await readText(parts, 'META-INF/container.xml');
  const root = attribute(elements(container, 'rootfile')[0], 'full-path');
  const book = root === undefined ? '' : await readText(parts, root);
  const items = elements(book, 'item');
  const meta = elements(book, 'meta').find((each) => attribute(each, 'name') === 'cover');
  const id = attribute(meta, 'content');
  const item =
    items.find((each) => /\bcover-image\b/.test(attribute(each, 'properties') ?? '')) ??
    items.find((each) => id !== undefined && attribute(each, 'id') === id) ??
    items.find((each) => /cover/i.test(attribute(each, 'id') ?? '') && isPicture(attribute(each, 'href') ?? ''));
  const named = inBook(root, attribute(item, 'href'));
  if (named !== undefined && isPicture(named)) return named;
  const page =
    named ??
    inBook(
      root,
      attribute(
        elements(book, 'reference').find((each) => attribute(each, 'type') === 'cover'),
        'href',
      ),
    );
  const shown = page === undefined ? undefined : await pictureOn(parts, page);
  return shown ?? parts.names.find((name) => /(?:^|\/)cover\.(?:jpe?g|png|webp|gif)$/i.test(name));
}

async function pictureOn(parts: ZipParts, page: string): Promise<string | undefined> {
  const text = await readText(parts, page);
  const [picture] = [...elements(text, 'img'), ...elements(text, 'image')];
  return inBook(page, attribute(picture, 'src') ?? attribute(picture, 'href'));
}

async function readText(parts: ZipParts, name: string): Promise<string> {
  return (await parts.read(name, MOST_TEXT_BYTES))?.toString('utf8') ?? '';
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

/** Returns the start tags with a local name, whatever their prefix. */
function elements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:[\\w-]+:)?${name}(?=[\\s/>])[^<>]*>`, 'g')) ?? [];
}

function attribute(tag: string | undefined, name: string): string | undefined {
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag ?? '');
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&');
}
