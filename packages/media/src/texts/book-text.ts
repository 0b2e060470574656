import { posix } from 'node:path';
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { decoded, encryptedParts } from '../inspect/book-parts.ts';
import { attribute, startTags } from '../inspect/zipped-xml.ts';
import type { GrowingText } from './growing-text.ts';
import { readHtml } from './html-text.ts';

/** Reads the chapters of an EPUB in the order in which they are to be read. */
export async function readBook(zip: ZipParts, text: GrowingText): Promise<void> {
  const root = attribute(startTags(await zip.text('META-INF/container.xml'), 'rootfile')[0], 'full-path') ?? '';
  const book = await zip.text(root);
  const hrefs = new Map(
    startTags(book, 'item').map((tag) => [attribute(tag, 'id') ?? '', attribute(tag, 'href') ?? '']),
  );
  const encrypted = await encryptedParts(zip);
  for (const tag of startTags(book, 'itemref')) {
    const href = decoded((hrefs.get(attribute(tag, 'idref') ?? '') ?? '').split('#')[0] ?? '');
    const chapter = posix.join(posix.dirname(root), href);
    if (href === '' || text.isFull) continue;
    if (encrypted.has(chapter)) throw new CannotMake('unsupported', 'a book that is encrypted');
    await readHtml(zip.stream(chapter), text, 'xhtml');
    text.add('\n\n');
  }
}
