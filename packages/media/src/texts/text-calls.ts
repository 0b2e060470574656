/** The calls of the process that reads the texts of files. */
import { createReadStream } from 'node:fs';
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { readBounded } from '../inspect/bytes.ts';
import { GrowingText } from './growing-text.ts';
import type { Rows } from './read-table.ts';
import type { TextJob, TextRead } from './text-job.ts';
import { MAX_PDF_BYTES, type TextFormat, textFormatOf } from './text-types.ts';
import { isSparse, tidyText, withinCharacters } from './tidy-text.ts';

export const textCalls = { readText, readTable };

/** Characters above which Markdown is read as it is, because its parser takes too long. */
const MAX_MARKDOWN = 500_000;

/** Bytes of an e-mail after which the rest of it is left out, which is mostly attachments. */
const MAX_MAIL_BYTES = 64 * 2 ** 20;

/** Parts of a document that may show a text. */
const PICTURE = /\.(?:jpe?g|png|tiff?|gif|bmp|webp)$/i;

/** Reads a table. Rejects with CannotMake. */
async function readTable(path: string): Promise<Rows> {
  const { readRows } = await import('./read-table.ts');
  return await readRows(path);
}

/** Reads the text of a file. Rejects with CannotMake if it has none that can be read. */
async function readText({ seconds, ...job }: TextJob): Promise<TextRead> {
  const until = performance.now() + seconds * 1000;
  const format = textFormatOf(job.mediaType);
  if (format === undefined) throw new CannotMake('unsupported', job.mediaType);
  const { pages, ...rest } = await READERS[format]({ ...job, until });
  const kept = withinCharacters(pages, job.maxCharacters);
  return { isSparse: false, ...rest, pages: kept.some((page) => page !== '') ? kept : [] };
}

/** A job with the time, as `performance.now`, after which the rest of a long file is left out. */
type Timed = Omit<TextJob, 'seconds'> & { readonly until: number };

type Read = Omit<TextRead, 'isSparse'> & { readonly isSparse?: boolean };

const READERS: Readonly<Record<TextFormat, (job: Timed) => Promise<Read>>> = {
  pdf: async ({ path, ...limits }) => ofPdf(await readBounded(path, MAX_PDF_BYTES), limits),
  printed: async (job) => {
    const { officeToPdf } = await import('../pictures/sources/office.ts');
    const { isSpreadsheet } = await import('../../../core/src/domain/office-types.ts');
    const properties = { mediaType: job.mediaType };
    const { bytes } = await officeToPdf({ path: job.path, properties } as Parameters<typeof officeToPdf>[0], true);
    const read = await ofPdf(bytes, job);
    // The preview of a workbook has only its first pages.
    return isSpreadsheet(job.mediaType) ? asOne(read.pages) : read;
  },
  office: zipped(async (zip, text, mediaType) => (await import('./office-text.ts')).readOffice(zip, text, mediaType)),
  'open document': zipped(async (zip, text) => (await import('./open-document-text.ts')).readOpenDocument(zip, text)),
  'flat document': async ({ path, maxCharacters }) => {
    const { readFlatDocument } = await import('./open-document-text.ts');
    const text = new GrowingText(maxCharacters);
    return grown(text, await readFlatDocument(createReadStream(path), text));
  },
  book: zipped(async (zip, text) => {
    await (await import('./book-text.ts')).readBook(zip, text);
    return false;
  }),
  html: async ({ path, mediaType, maxCharacters }) =>
    await ofHtml(createReadStream(path), maxCharacters, mediaType === 'text/html' ? 'html' : 'xhtml'),
  markup: async ({ path, maxCharacters }) => {
    const { readMarkup } = await import('./markup-text.ts');
    const text = new GrowingText(maxCharacters);
    let isUnread = false;
    await readMarkup(createReadStream(path), {
      open: (name) => {
        // Pictures and styles in books of FictionBook.
        isUnread = name === 'binary' || name === 'stylesheet';
        text.add(' ');
      },
      close: (name) => {
        isUnread = false;
        text.add(name === 'p' ? '\n' : ' ');
      },
      text: (part) => {
        if (!isUnread) text.add(part);
      },
      isDone: () => text.isFull,
    });
    return grown(text, false);
  },
  mail: async ({ path, maxCharacters }) => {
    const [{ readMail }, { readHead }] = [await import('./mail-text.ts'), await import('./plain-text.ts')];
    const text = new GrowingText(maxCharacters);
    await readMail(await readHead(path, MAX_MAIL_BYTES), text);
    return grown(text, false);
  },
  subtitles: async ({ path, mediaType, maxCharacters }) => {
    const { readPlain } = await import('./plain-text.ts');
    const { SPOKEN } = await import('./subtitles.ts');
    const text = await readPlain(path, maxCharacters * 2);
    return asOne([tidyText(SPOKEN[mediaType]?.(text) ?? text)]);
  },
  sami: async ({ path, maxCharacters }) => {
    const { readPlain } = await import('./plain-text.ts');
    const { readHtml } = await import('./html-text.ts');
    const text = new GrowingText(maxCharacters);
    // Its elements have no ends, so each would be within all before it.
    for (const part of (await readPlain(path, maxCharacters * 2)).split(/(?=<sync\b)/i))
      await readHtml([Buffer.from(`\ufeff${part}`)], text);
    return grown(text, false);
  },
  plain: async ({ path, mediaType, maxCharacters }) => {
    const { readPlain } = await import('./plain-text.ts');
    const written = await readPlain(path, maxCharacters);
    const text = mediaType.endsWith('json') ? withoutEscapes(written) : written;
    if (mediaType !== 'text/markdown' || text.length > MAX_MARKDOWN) return asOne([tidyText(text)]);
    const { marked } = await import('marked');
    return await ofHtml([Buffer.from(`\ufeff${marked.parse(text, { async: false })}`)], maxCharacters);
  },
};

function zipped(
  read: (zip: ZipParts, text: GrowingText, mediaType: string) => Promise<boolean>,
): (job: Timed) => Promise<Read> {
  return async ({ path, mediaType, maxCharacters }) => {
    const { withDocument } = await import('./zipped-text.ts');
    const text = new GrowingText(maxCharacters);
    const { hasPages, hasPictures } = await withDocument(path, async (zip) => ({
      hasPages: await read(zip, text, mediaType),
      hasPictures: zip.names.some((name) => PICTURE.test(name)),
    }));
    const found = grown(text, hasPages);
    return { ...found, isSparse: hasPictures && found.pages.some(isSparse) };
  };
}

async function ofPdf(bytes: Uint8Array, limits: Pick<Timed, 'maxCharacters' | 'until'>): Promise<Read> {
  const { readPdfText } = await import('./pdf-text.ts');
  return { ...(await readPdfText(bytes, limits)), hasPages: true };
}

async function ofHtml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxCharacters: number,
  language?: 'html' | 'xhtml',
): Promise<Read> {
  const { readHtml } = await import('./html-text.ts');
  const text = new GrowingText(maxCharacters);
  await readHtml(chunks, text, language);
  return grown(text, false);
}

/** Returns what a text in JSON says where it escapes letters and line ends. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (whole, code: string | undefined, sign: string) =>
    code === undefined
      ? 'bfnrt'.includes(sign)
        ? '\n'
        : sign === 'u'
          ? whole
          : sign
      : String.fromCharCode(parseInt(code, 16)),
  );
}

function grown(text: GrowingText, hasPages: boolean): Read {
  const pages = text.pages().map(tidyText);
  return hasPages ? { pages, hasPages } : asOne(pages);
}

function asOne(pages: readonly string[]): Read {
  return { pages: [pages.filter((page) => page !== '').join('\n\n')], hasPages: false };
}
