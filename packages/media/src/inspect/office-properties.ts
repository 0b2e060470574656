import { basename } from 'node:path';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { withZip, type ZipParts } from '../../../core/src/platform/zip-file.ts';
import { bookCoverSize } from './book-cover.ts';
import { encryptedParts } from './book-parts.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';
import { decodeText } from './text-content.ts';
import { brokenLine } from './well-formed.ts';
import { attribute, elementTexts, startTags } from './zipped-xml.ts';

/** Media types of Office, OpenDocument and EPUB files that are ZIP files. */
export const ZIPPED_OFFICE =
  /^application\/(?:vnd\.(?:openxmlformats|oasis\.opendocument(?!.*-flat-xml)|ms-(?:word|excel|powerpoint|visio)\.)|epub)/;

interface Described {
  readonly properties: Pick<FileProperties, 'pages' | 'drawn'>;
  readonly metadata: readonly [WrittenMetadata];
}

/** Before the styles and the content of a document is what describes it. */
const MAX_FLAT_BYTES = 2 ** 20;
/** Every file of Office, OpenDocument or EPUB contains one of these parts. */
const MARKS = ['[Content_Types].xml', 'content.xml', 'META-INF/container.xml', 'mimetype'];
const PARTS = /^(?:docProps\/(?:core|app)\.xml|meta\.xml|.*\.opf)$/;
const MAX_PARTS = 9;

/**
 * Reads the document properties of Office, OpenDocument and EPUB files, as written, the size of a book's cover, and the name
 * of a part of the book that is broken. Throws for a damaged archive, and for one without the parts that every such file has.
 */
export async function officeProperties(path: string): Promise<Described & { readonly brokenPart?: string }> {
  const { parts, drawn, isBook, brokenPart } = await withZip(path, async (zip) => {
    const isBook = zip.names.includes('META-INF/container.xml');
    const parts = await readParts(zip);
    return { isBook, parts, ...(isBook && { drawn: await bookCoverSize(zip), brokenPart: await brokenPartOf(zip) }) };
  });
  const { properties, metadata } = describedIn([...parts.values()].join('\n'), isBook);
  return {
    properties: { ...properties, ...(drawn && { drawn }) },
    metadata,
    ...(brokenPart === undefined ? {} : { brokenPart }),
  };
}

/** Reads the properties of a file of OpenDocument that is one XML document. */
export function flatProperties(xml: Buffer): Described {
  const text = decodeText(xml.subarray(0, MAX_FLAT_BYTES)) ?? '';
  const start = text.search(/<(?:[\w-]+:)?meta[\s>]/);
  return describedIn(start < 0 ? '' : (text.slice(start).split(/<\/(?:[\w-]+:)?meta>/, 1)[0] ?? ''), false);
}

/** Reads the XML of all parts that describe a document. */
function describedIn(all: string, isBook: boolean): Described {
  const first = (...names: readonly string[]) => names.flatMap((name) => elementTexts(all, name))[0];
  const subjects = isBook ? elementTexts(all, 'subject') : [];
  const [statistic] = startTags(all, 'document-statistic');
  const pages = attribute(statistic, 'page-count') ?? elementTexts(all, 'Pages')[0] ?? elementTexts(all, 'Slides')[0];
  const metadata = {
    title: [first('title')],
    description: [isBook ? first('description') : first('description', 'subject')],
    creator: [isBook ? elementTexts(all, 'creator').join(', ') : first('initial-creator', 'creator')],
    copyright: [first('rights')],
    captured: first('created', 'creation-date', 'date'),
    keywords: flatKeywords(elementTexts(all, 'keywords?'), subjects),
  };
  return { properties: { pages: /^\d{1,6}$/.test(pages ?? '') ? Number(pages) : 0 }, metadata: [metadata] };
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
