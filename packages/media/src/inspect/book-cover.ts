import { posix } from 'node:path';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { decoded } from './book-parts.ts';
import { sizeAsShown } from './picture-size.ts';
import { attribute, startTags } from './zipped-xml.ts';

const MAX_COVER_BYTES = 32 * 2 ** 20;
/** Longer side of the size of a drawing, which fills what it is drawn into. */
const LARGE = 10_000;

/** Returns the cover of an EPUB; undefined if it has none. */
export async function bookCover(parts: ZipParts): Promise<Buffer | undefined> {
  const name = await coverName(parts);
  return name === undefined ? undefined : await parts.read(name, MAX_COVER_BYTES);
}

/** Returns the size of the cover of an EPUB; undefined if it has none that can be drawn. */
export async function bookCoverSize(parts: ZipParts): Promise<Size | undefined> {
  const cover = await bookCover(parts);
  if (cover === undefined) return undefined;
  if (!isSvg(cover)) return await sizeAsShown(cover);
  const { svgTextSize } = await import('./svg-file.ts');
  const size = await svgTextSize(cover).catch(() => undefined);
  const scale = LARGE / Math.max(size?.width ?? 0, size?.height ?? 0);
  return size && { width: size.width * scale, height: size.height * scale };
}

export function isSvg(cover: Buffer): boolean {
  return /<(?:[\w.-]+:)?svg[\s>]/.test(cover.toString('latin1', 0, 4096));
}

/**
 * Returns the entry that the book's package document marks as the cover, or that is named as a cover: the item with the
 * property of EPUB 3, the one that the `cover` of EPUB 2 names by its ID or, against the rules, by its address, one with a
 * cover's ID, and what the guide says. Any of them may be a page that shows the picture.
 */
async function coverName(parts: ZipParts): Promise<string | undefined> {
  const entryFor = openEntries(parts.names);
  const container = await parts.text('META-INF/container.xml');
  const root = attribute(startTags(container, 'rootfile')[0], 'full-path');
  const book = root === undefined ? '' : (await parts.text(root)).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  const items = startTags(book, 'item').map((tag) => ({
    id: attribute(tag, 'id') ?? '',
    entry: entryFor(root, attribute(tag, 'href')),
    properties: attribute(tag, 'properties') ?? '',
    isPicture: /^image\//i.test(attribute(tag, 'media-type') ?? ''),
  }));
  const meta = startTags(book, 'meta').find((each) => attribute(each, 'name')?.toLowerCase() === 'cover');
  const named = attribute(meta, 'content');
  const address = entryFor(root, named) ?? entryFor(undefined, named);
  const isShown = ({ entry = '', isPicture }: (typeof items)[number]) => isPicture || isPictureName(entry);
  const references = startTags(book, 'reference').filter((each) => /cover/i.test(attribute(each, 'type') ?? ''));
  const guide = references.find((each) => /^cover$/i.test(attribute(each, 'type') ?? '')) ?? references[0];
  const entries = [
    items.find(({ properties }) => /\bcover-image\b/.test(properties))?.entry,
    items.find(({ id }) => named !== undefined && id === named)?.entry,
    address,
    items.find((item) => /cover/i.test(item.id) && isShown(item))?.entry,
    entryFor(root, attribute(guide, 'href')),
  ];
  for (const entry of entries) {
    if (entry === undefined) continue;
    if (isPictureName(entry) || items.some((item) => item.isPicture && item.entry === entry)) return entry;
    const shown = await pictureOn(parts, entry, entryFor);
    if (shown !== undefined) return shown;
  }
  return parts.names.find((name) => /(?:^|\/)cover\.(?:jpe?g|png|webp|gif)$/i.test(name));
}

async function pictureOn(parts: ZipParts, page: string, entryFor: EntryFor): Promise<string | undefined> {
  const text = await parts.text(page);
  const [picture] = [...startTags(text, 'img'), ...startTags(text, 'image')];
  return entryFor(page, attribute(picture, 'src') ?? attribute(picture, 'href'));
}

/** Returns the entry that a reference in one of the book's files names; undefined if there is none. */
type EntryFor = (from: string | undefined, href: string | undefined) => string | undefined;

/** Addresses may be written in another case, and without percent-encoding. */
function openEntries(names: readonly string[]): EntryFor {
  const exact = new Set(names);
  const anyCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (from, href) => {
    const [path = ''] = (href ?? '').split(/[#?]/);
    if (path === '') return undefined;
    const wanted = [decoded(path), path].map((each) => posix.join(posix.dirname(from ?? ''), each).replace(/^\/+/, ''));
    return wanted.find((name) => exact.has(name)) ?? anyCase.get(wanted[0]?.toLowerCase() ?? '');
  };
}

function isPictureName(name: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|svg)$/i.test(name);
}
