import { basename } from 'node:path';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { withZip, type ZipParts } from '../../../core/src/platform/zip-file.ts';
import { bookCoverSize } from './book-cover.ts';
import { encryptedParts } from './book-parts.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';
import { brokenLine } from './well-formed.ts';
import { attribute, elementTexts, startTags } from './zipped-xml.ts';

/** Media types of Office, OpenDocument and EPUB files that are ZIP files. */
export const ZIPPED_OFFICE =
  /^application\/(?:vnd\.(?:openxmlformats|oasis\.opendocument(?!.*-flat-xml)|ms-(?:word|excel|powerpoint|visio)\.)|epub)/;

/** Every file of Office, OpenDocument or EPUB contains one of these parts. */
const MARKS = ['[Content_Types].xml', 'content.xml', 'META-INF/container.xml', 'mimetype'];
const PARTS = /^(?:docProps\/(?:core|app)\.xml|meta\.xml|.*\.opf)$/;
const MAX_PARTS = 9;

/**
 * Reads the document properties of Office, OpenDocument and EPUB files, as written, the size of a book's cover, and the name
 * of a part of the book that is broken. Throws for a damaged archive, and for one without the parts that every such file has.
 */
export async function officeProperties(path: string): Promise<{
  readonly properties: Pick<FileProperties, 'pages' | 'drawn'>;
  readonly metadata: readonly [WrittenMetadata];
  readonly brokenPart?: string;
}> {
  const { parts, drawn, isBook, brokenPart } = await withZip(path, async (zip) => {
    const isBook = zip.names.includes('META-INF/container.xml');
    const parts = await readParts(zip);
    return { isBook, parts, ...(isBook && { drawn: await bookCoverSize(zip), brokenPart: await brokenPartOf(zip) }) };
  });
  const all = [...parts.values()].join('\n');
  const first = (...names: readonly string[]) => names.flatMap((name) => elementTexts(all, name))[0];
  const app = parts.get('docProps/app.xml') ?? '';
  const subjects = isBook ? elementTexts(all, 'subject') : [];
  const [statistic] = startTags(parts.get('meta.xml') ?? '', 'document-statistic');
  const pages = attribute(statistic, 'page-count') ?? elementTexts(app, 'Pages')[0] ?? elementTexts(app, 'Slides')[0];
  const metadata = {
    title: [first('title')],
    description: [isBook ? first('description') : first('description', 'subject')],
    creator: [isBook ? elementTexts(all, 'creator').join(', ') : first('initial-creator', 'creator')],
    copyright: [first('rights')],
    captured: first('created', 'creation-date', 'date'),
    keywords: flatKeywords(elementTexts(all, 'keywords?'), subjects),
  };
  const properties = { pages: /^\d{1,6}$/.test(pages ?? '') ? Number(pages) : 0, ...(drawn && { drawn }) };
  return { properties, metadata: [metadata], ...(brokenPart === undefined ? {} : { brokenPart }) };
}

async function readParts({ names, text }: ZipParts): Promise<ReadonlyMap<string, string>> {
  if (!MARKS.some((name) => names.includes(name))) throw new Error('the parts of such a document are not in it');
  const parts = new Map<string, string>();
  for (const name of names.filter((each) => PARTS.test(each)).slice(0, MAX_PARTS)) parts.set(name, await text(name));
  return parts;
}

/** The parts of a book that its readers read as XML. */
const XML_PARTS = /\.(?:xhtml|html?|xml|opf|ncx)$/i;
/** Bytes of all such parts of a book after which the others are not checked. */
const MAX_CHECKED_BYTES = 32 * 2 ** 20;

async function brokenPartOf(zip: ZipParts): Promise<string | undefined> {
  // What names them may be broken itself, which is found below.
  const encrypted = await encryptedParts(zip).catch(() => new Set<string>());
  let room = MAX_CHECKED_BYTES;
  for (const name of zip.names.filter((each) => XML_PARTS.test(each) && !encrypted.has(each))) {
    const part = await zip.read(name, room).catch(() => 'not unpacked' as const);
    if (part === undefined) return undefined;
    if (part === 'not unpacked' || brokenLine(part) !== undefined) return basename(name);
    room -= part.length;
  }
  return undefined;
}
