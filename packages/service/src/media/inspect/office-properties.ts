import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';

const MAX_PART_BYTES = 4 * 2 ** 20;
const MAX_ENTRIES = 20_000;
/** Every file of Office, OpenDocument or EPUB contains one of these parts. */
const MARKS: ReadonlySet<string> = new Set([
  '[Content_Types].xml',
  'content.xml',
  'META-INF/container.xml',
  'mimetype',
]);
const PARTS = /^(?:docProps\/(?:core|app)\.xml|meta\.xml|.*\.opf)$/;

/** Document properties of Office, OpenDocument and EPUB files, as written. */
export interface OfficeProperties {
  readonly title?: string;
  readonly description?: string;
  readonly creator?: string;
  readonly rights?: string;
  readonly created?: string;
  readonly keywords: readonly string[];
  readonly pages: number;
}

/**
 * Reads the properties of a zipped office file. Throws for a damaged archive, and for one without the parts that every
 * such file has.
 */
export async function officeProperties(file: FileHandle): Promise<OfficeProperties> {
  const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true });
  const parts = await readParts(zip);
  const all = [...parts.values()].join('\n');
  const app = parts.get('docProps/app.xml') ?? '';
  const statistic = /page-count\s*=\s*"(\d{1,6})"/.exec(parts.get('meta.xml') ?? '')?.[1];
  const pages = statistic ?? element(app, 'Pages') ?? element(app, 'Slides') ?? '0';
  return {
    ...optional('title', element(all, 'title')),
    ...optional('description', element(all, 'description') ?? element(all, 'subject')),
    ...optional('creator', element(all, 'initial-creator') ?? element(all, 'creator')),
    ...optional('rights', element(all, 'rights')),
    ...optional('created', element(all, 'created') ?? element(all, 'creation-date') ?? element(all, 'date')),
    keywords: elements(all, 'keywords?').flatMap((text) => text.split(/[,;]/)),
    pages: /^\d{1,6}$/.test(pages) ? Number(pages) : 0,
  };
}

async function readParts(zip: ZipFile): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  let entries = 0;
  let isMarked = false;
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    entries += 1;
    if (entries > MAX_ENTRIES) break;
    isMarked ||= MARKS.has(entry.fileName);
    if (!PARTS.test(entry.fileName) || entry.uncompressedSize > MAX_PART_BYTES || parts.size > 8) continue;
    const stream = await zip.openReadStreamPromise(entry);
    parts.set(entry.fileName, (await buffer(stream)).toString('utf8'));
  }
  if (!isMarked) throw new Error('the parts of such a document are not in it');
  return parts;
}

function element(xml: string, name: string): string | undefined {
  return elements(xml, name)[0];
}

/** Returns the texts of all non-empty elements with this local name, whatever their prefix. */
function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>([^<]*)</`, 'g');
  return Array.from(xml.matchAll(pattern), ([, text = '']) => unescapeXml(text).trim()).filter((text) => text !== '');
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescapeXml(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function optional<Name extends string>(name: Name, value: string | undefined): { [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}
