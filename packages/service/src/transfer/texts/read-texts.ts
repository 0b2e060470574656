import { availableParallelism } from 'node:os';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import type { FileText } from '../../../../core/src/domain/file-text.ts';
import { DamagedOriginal, type Originals } from '../../../../core/src/originals/originals.ts';
import type { TextReader } from '../../../../media/src/texts/text-reader.ts';
import { isSparse, lettersOf, withinCharacters } from '../../../../media/src/texts/tidy-text.ts';
import type { CatalogueWriter } from '../../catalogue/catalogue.ts';
import type { KeptText, TextWork, WantedText } from '../../catalogue/texts.ts';

/** Number of files after which texts are written, and of characters. */
const FILES_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 4_000_000;

export interface TextStores {
  readonly writer: Pick<CatalogueWriter, 'change'>;
  readonly originals: Pick<Originals, 'leaseLocalFile'>;
}

/** What is told while texts are read. */
export interface TextReport {
  onProgress(done: number, name: string): void;
  onWarning(line: string): void;
}

export interface TextCounts {
  readonly read: number;
  /** Files that can't be read. */
  readonly failed: number;
  /** Files that need a program which is missing. */
  readonly waiting: number;
}

/**
 * Reads the texts of all files of which they are wanted, and writes them to the catalogue, some at a time, so that what is
 * read stays when the signal aborts. Rejects with its reason, and with failures of the stores.
 */
export async function readTexts(
  { writer, originals }: TextStores,
  reader: Pick<TextReader, 'canRead' | 'read'>,
  options: TextReport & { readonly maxCharacters: number; readonly signal: AbortSignal },
): Promise<TextCounts> {
  const { maxCharacters, signal, onProgress, onWarning } = options;
  const counts = { read: 0, failed: 0, waiting: 0 };

  async function readFile({ sha256, mediaType, name }: WantedText): Promise<KeptText | undefined> {
    if (!reader.canRead(mediaType)) {
      counts.waiting += 1;
      return undefined;
    }
    try {
      await using local = await originals.leaseLocalFile(sha256, { signal });
      // Another import may just have removed it.
      if (local === undefined) return undefined;
      const read = await reader.read({ path: local.path, mediaType }, { maxCharacters, signal });
      if (!('failure' in read)) {
        counts.read += 1;
        const text = read.isSparse ? await withRecognised(sha256, read) : read;
        const { pages, hasPages } = text;
        return { sha256, pages, hasPages, reading: 'done', recognition: read.isSparse ? 'to do' : 'done' };
      }
      onWarning(`${name}: its text can't be read: ${read.failure}`);
    } catch (error) {
      if (!(error instanceof DamagedOriginal)) throw error;
      onWarning(`${name}: its text can't be read: the stored original has other bytes`);
    }
    counts.failed += 1;
    return { sha256, pages: [], hasPages: false, reading: 'failed', recognition: 'done' };
  }

  /** Keeps what was recognised on pages that have hardly any text of their own. */
  async function withRecognised(sha256: string, read: FileText): Promise<FileText> {
    const before = await writer.change((changes) => changes.keptText(sha256));
    if (before === undefined) return read;
    const count = Math.max(read.pages.length, before.pages.length);
    const pages = Array.from({ length: count }, (_, at) => {
      const [now = '', then = ''] = [read.pages[at], before.pages[at]];
      return isSparse(now) && lettersOf(then) > lettersOf(now) ? then : now;
    });
    return { pages: withinCharacters(pages, maxCharacters), hasPages: read.hasPages || before.hasPages };
  }

  for await (const files of wantedFiles(writer, 'read')) {
    let texts: KeptText[] = [];
    let characters = 0;
    const keep = async () => {
      const kept = texts;
      texts = [];
      characters = 0;
      if (kept.length > 0) await writer.change((changes) => changes.putTexts(kept));
    };
    try {
      await forEachWithLimit(files, { atOnce: 2 * availableParallelism(), signal }, async (file) => {
        const text = await readFile(file);
        onProgress(counts.read + counts.failed, file.name);
        if (text === undefined) return;
        texts.push(text);
        characters += text.pages.reduce((sum, page) => sum + page.length, 0);
        if (characters >= CHARACTERS_AT_ONCE) await keep();
      });
    } finally {
      await keep();
    }
  }
  return counts;
}

/** Lists the files of which something is to be done, some at a time. */
export async function* wantedFiles(
  writer: Pick<CatalogueWriter, 'change'>,
  work: TextWork,
): AsyncGenerator<readonly WantedText[]> {
  for (let after = ''; ; ) {
    const files = await writer.change((changes) => changes.wantedTexts(work, { after, most: FILES_AT_ONCE }));
    if (files.length > 0) yield files;
    if (files.length < FILES_AT_ONCE) return;
    after = files.at(-1)?.sha256 ?? after;
  }
}
