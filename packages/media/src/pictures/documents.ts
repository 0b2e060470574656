import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { isSpreadsheet, OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import type { PageWords } from '../../../core/src/domain/page-words.ts';
import { NotMade } from '../derived/derived-files.ts';
import { type LocalOriginals, prepareOriginal } from '../derived/lease-original.ts';
import { isScan, textFormatOf } from '../texts/text-types.ts';
import { PAGED_TYPES } from './drawn-types.ts';
import { type KeyedSource, pdfKey, wordsKey } from './key.ts';
import type { FileToPrepare, Pdf, Renderer, WantedWords } from './renderer.ts';
import { SHEET_PAGES } from './sheet-pages.ts';
import type { StoredRenditions } from './stored-renditions.ts';

/** Reasons for which a document has no PDF, however long it is tried. */
const HOPELESS: ReadonlySet<string> = new Set(['missing', 'unsupported', 'no_tool']);
/** A stored PDF has none. */
const NO_SIZE = { width: 0, height: 0 };

/** The PDF made of a document. Plain data, so it can be sent to another thread. */
interface PdfRendition extends Pdf {
  readonly etag: string;
}

export interface DocumentsOptions {
  readonly stored: StoredRenditions;
  readonly renderer: Renderer;
  readonly originals: LocalOriginals;
  /**
   * Returns the program that recognises words, with the languages to use where the operator has chosen none. Absent if
   * nothing does.
   */
  readonly recogniser?: ((languages: readonly string[]) => WantedWords['recogniser']) | undefined;
}

/** What is made of documents besides pictures: PDFs, the sizes of pages, and their words. Stored like pictures. */
export class Documents {
  readonly #options: DocumentsOptions;

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /**
   * Returns the PDF made of a document that is not itself a PDF, with all its pages or those that pictures show; shared
   * and stored like pictures. Undefined if none can be made; `later` if another try may make it.
   */
  async pdf(
    order: { readonly source: KeyedSource; readonly pages: 'all' | 'shown'; readonly caller?: string | undefined },
    { signal }: { signal: AbortSignal },
  ): Promise<PdfRendition | 'later' | undefined> {
    const { source, pages, caller } = order;
    const waiter = this.#options.stored.waiterOf(signal, caller);
    const pdf = pages === 'all' ? await this.#wholePdfOf(source, waiter) : await this.#pdfOf(source, waiter);
    return pdf instanceof NotMade ? laterIf(pdf) : pdf;
  }

  /**
   * Returns the sizes of the pages that pictures show: of a PDF or an Office file in points, of others in pixels. Undefined
   * if the file has no such pages, or they can't be read; `later` if another try may read them.
   */
  async pageSizes(
    { source, caller }: { readonly source: KeyedSource; readonly caller?: string | undefined },
    { signal }: { signal: AbortSignal },
  ): Promise<readonly Size[] | 'later' | undefined> {
    const { properties } = source;
    const isOffice = OFFICE_TYPES.has(properties.mediaType);
    if (!isOffice && !PAGED_TYPES.has(properties.mediaType)) return undefined;
    const { renderer } = this.#options;
    const waiter = this.#options.stored.waiterOf(signal, caller);
    const pdf = isOffice ? await this.#pdfOf(source, waiter) : undefined;
    if (pdf instanceof NotMade) return laterIf(pdf);
    const key = pdfKey(source, renderer.version, 'page sizes');
    const sizes = await this.#json<readonly Size[]>(key, source, waiter, (file, inTurn) =>
      renderer.pageSizes(pdf ?? file, inTurn),
    );
    return sizes instanceof NotMade ? laterIf(sizes) : sizes;
  }

  /**
   * Returns the words of a page that pictures show, from 0, with their places. They are recognised, in these languages if the
   * operator has chosen none, where the page has hardly any of its own and a program is there. Undefined if the file has no
   * such page, or its words can't be read.
   */
  async pageWords(
    order: {
      readonly source: KeyedSource;
      readonly page: number;
      readonly languages: readonly string[];
      readonly caller?: string | undefined;
    },
    { signal }: { signal: AbortSignal },
  ): Promise<PageWords | undefined> {
    const { source, page, languages, caller } = order;
    const { mediaType } = source.properties;
    const isOffice = OFFICE_TYPES.has(mediaType);
    const recogniser = isSpreadsheet(mediaType) ? undefined : this.#options.recogniser?.(languages);
    if (!isOffice && textFormatOf(mediaType) !== 'pdf' && !(recogniser && isScan(mediaType))) return undefined;
    const { renderer } = this.#options;
    const waiter = this.#options.stored.waiterOf(signal, caller);
    const pdf = isOffice ? await this.#pdfOf(source, waiter) : undefined;
    if (pdf instanceof NotMade) return undefined;
    const wanted = { page, recogniser };
    const key = wordsKey(source, wanted, renderer.version);
    const words = await this.#json<PageWords>(key, source, waiter, (file, inTurn) =>
      renderer.pageWords(pdf ?? file, wanted, inTurn),
    );
    return words instanceof NotMade ? undefined : words;
  }

  /** The PDF that pictures of an Office file are drawn from. */
  async shownPdf(source: KeyedSource, waiter: Waiter): Promise<PdfRendition | NotMade> {
    return await this.#pdfOf(source, waiter);
  }

  /** Finds what is known of a file in the store, else finds it out and stores it as JSON. */
  async #json<Known>(
    key: string,
    { sha256, properties }: KeyedSource,
    waiter: Waiter,
    make: (file: FileToPrepare, waiter: Waiter) => Promise<Known>,
  ): Promise<Known | NotMade> {
    const { originals, stored } = this.#options;
    const made = await stored.get(key, undefined, waiter, async (inTurn) => {
      const original = { key: sha256, signal: inTurn.signal };
      const prepare = prepareOriginal(originals, original, (path) => ({ path, properties }));
      const bytes = Buffer.from(JSON.stringify(await make({ key: sha256, properties, prepare }, inTurn)));
      return { bytes, pages: 1, format: 'jpg' as const, width: 0, height: 0, natural: NO_SIZE };
    });
    return made instanceof NotMade ? made : (JSON.parse(Buffer.from(made.bytes).toString()) as Known);
  }

  async #pdfOf(
    source: KeyedSource,
    waiter: Waiter,
    kind: Parameters<typeof pdfKey>[2] = 'pdf',
  ): Promise<PdfRendition | NotMade> {
    const { sha256, properties } = source;
    const { renderer, originals, stored } = this.#options;
    // Whichever is made first is both, unless pictures show fewer pages. It may be made in the longer time of a whole one only.
    const etag = pdfKey(source, renderer.version, isSpreadsheet(properties.mediaType) ? kind : 'pdf');
    const subject = { key: pdfKey(source, renderer.version, kind), size: 0 };
    const made = await stored.get(etag, subject, waiter, async (inTurn) => {
      const original = { key: sha256, signal: inTurn.signal };
      const prepare = prepareOriginal(originals, original, (path) => ({ path, properties }));
      const file = { key: sha256, properties, prepare };
      const pdf = kind === 'pdf' ? await renderer.toPdf(file, inTurn) : await renderer.toWholePdf(file, inTurn);
      return { ...pdf, format: 'jpg' as const, width: 0, height: 0, natural: NO_SIZE };
    });
    return made instanceof NotMade ? made : { bytes: made.bytes, pages: made.pages, etag };
  }

  /** The PDF that pictures show is made first: it is quick, usually there already, and often whole. Texts have none. */
  async #wholePdfOf(source: KeyedSource, waiter: Waiter): Promise<PdfRendition | NotMade> {
    // It may take long, so it waits as long as its caller does.
    const patient: Waiter = { signal: waiter.signal, caller: waiter.caller };
    if (!OFFICE_TYPES.has(source.properties.mediaType)) return await this.#pdfOf(source, patient, 'whole pdf');
    const shown = await this.#pdfOf(source, waiter);
    if (shown instanceof NotMade && HOPELESS.has(shown.reason)) return shown;
    const isCut =
      shown instanceof NotMade || (isSpreadsheet(source.properties.mediaType) && shown.pages >= SHEET_PAGES);
    return isCut ? await this.#pdfOf(source, patient, 'whole pdf') : shown;
  }
}

/** Tells a failure that another try may avoid from one that it meets again. */
function laterIf({ reason }: NotMade): 'later' | undefined {
  return reason === 'worker_failed' ? 'later' : undefined;
}
