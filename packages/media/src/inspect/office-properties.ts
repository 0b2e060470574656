import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { withZip, type ZipParts } from '../../../core/src/platform/zip-file.ts';
import { bookCoverSize } from './book-cover.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';
import { attribute, elementTexts, startTags } from './zipped-xml.ts';

/** Every file of Office, OpenDocument or EPUB contains one of these parts. */
const MARKS = ['[Content_Types].xml', 'content.xml', 'META-INF/container.xml', 'mimetype'];
const PARTS = /^(?:docProps\/(?:core|app)\.xml|meta\.xml|.*\.opf)$/;
const MAX_PARTS = 9;

/**
 * Reads the document properties of Office, OpenDocument and EPUB files, as written, and the size of a book's cover. Throws
 * for a damaged archive, and for one without the parts that every such file has.
 */
export async function officeProperties(path: string): Promise<{
  readonly properties: Pick<FileProperties, 'pages' | 'drawn'>;
  readonly metadata: readonly [WrittenMetadata];
}> {
  const { parts, drawn, isBook } = await withZip(path, async (zip) => ({
    isBook: zip.names.includes('META-INF/container.xml'),
    parts: await readParts(zip),
    drawn: zip.names.includes('META-INF/container.xml') ? await bookCoverSize(zip) : undefined,
  }));
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
  return { properties, metadata: [metadata] };
}

async function readParts({ names, text }: ZipParts): Promise<ReadonlyMap<string, string>> {
  if (!MARKS.some((name) => names.includes(name))) throw new Error('the parts of such a document are not in it');
  const parts = new Map<string, string>();
  for (const name of names.filter((each) => PARTS.test(each)).slice(0, MAX_PARTS)) parts.set(name, await text(name));
  return parts;
}
