import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';

/**
 * The library is reloaded when the process uses more bytes than this, because it never frees memory that it has taken.
 */
const MAX_KEPT_BYTES = 400 * 2 ** 20;

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Opens a PDF while `use` runs. Only one call at a time in a process. Rejects with CannotMake if the PDF can't be
 * opened.
 */
export async function withPdf<Result>(
  bytes: Uint8Array,
  use: (document: PDFiumDocument) => Promise<Result>,
): Promise<Result> {
  // Loads the library with the first document: most processes never open one, and it takes some memory.
  library ??= PDFiumLibrary.init();
  const document = await load(await started(library), bytes);
  try {
    const result = await use(document);
    document.destroy();
    if (process.memoryUsage.rss() > MAX_KEPT_BYTES) library = undefined;
    return result;
  } catch (error) {
    // After an unexpected failure the library's state is unknown, so it is reloaded.
    if (!(error instanceof CannotMake)) library = undefined;
    else document.destroy();
    throw error;
  }
}

/** Counts the pages of a PDF in memory. Rejects with CannotMake. */
export async function countPdfPages(bytes: Uint8Array): Promise<number> {
  return await withPdf(bytes, async (document) => document.getPageCount());
}

/** Size of a page in points, as shown. */
export function sizeOfPage(document: PDFiumDocument, index: number): { width: number; height: number } {
  const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize();
  return { width: originalWidth, height: originalHeight };
}

/**
 * Sizes of all pages (`countPages`) in points, as shown, without loading them. One that is missing has the size of the one before.
 */
export function sizesOfPages(document: PDFiumDocument): readonly Size[] {
  const length = countPages(document);
  return withSizes(document, (sizeOf) => {
    let last = { width: 0, height: 0 };
    return Array.from({ length }, (_, index) => {
      last = sizeOf(index) ?? last;
      return last;
    });
  });
}

/**
 * Counts the pages that are there: the library believes what the document states. Halves its way, as asking for each takes long in
 * a document that states a million, and so takes it that none is missing between others.
 */
export function countPages(document: PDFiumDocument): number {
  return withSizes(document, (sizeOf) => {
    const stated = document.getPageCount();
    let [there, missing] = [0, stated + 1];
    for (let page = stated; missing - there > 1; page = (there + missing) >> 1) {
      if (sizeOf(page - 1) !== undefined) there = page;
      else missing = page;
    }
    return there;
  });
}

/** Passes a function that returns the size of a page, undefined where there is none. */
function withSizes<Result>(
  document: PDFiumDocument,
  use: (sizeOf: (index: number) => Size | undefined) => Result,
): Result {
  const { module, documentIdx } = document as unknown as Inside;
  const { malloc, free } = module.wasmExports;
  const at = malloc(16);
  try {
    return use((index) => {
      if (module._FPDF_GetPageSizeByIndex(documentIdx, index, at, at + 8) === 0) return undefined;
      const view = new DataView(module.HEAPU8.buffer, at, 16);
      return { width: view.getFloat64(0, true), height: view.getFloat64(8, true) };
    });
  } finally {
    free(at);
  }
}

/** Keys of the document information that describe the content. */
const INFO_KEYS = ['Title', 'Subject', 'Author', 'Keywords', 'CreationDate'] as const;
export type PdfInfo = Readonly<Record<(typeof INFO_KEYS)[number], string>>;

/** Longest text that is read, in bytes: far longer than what is kept of any, and short enough for the memory of the library. */
const MAX_TEXT_BYTES = 2 ** 21;

/** Returns the texts of the document information, whatever their encoding; '' where there is none, or one that is too long. */
export function infoOf(document: PDFiumDocument): PdfInfo {
  // The wrapper doesn't offer this function of the library.
  const { module, documentIdx } = document as unknown as Inside;
  const { malloc, free } = module.wasmExports;
  const textOf = (key: string) => {
    const name = Buffer.from(`${key}\0`);
    const bytes = (at: number, length: number) => new Uint8Array(module.HEAPU8.buffer, at, length);
    const nameAt = malloc(name.length);
    bytes(nameAt, name.length).set(name);
    const stated = module._FPDF_GetMetaText(documentIdx, nameAt, 0, 0);
    const length = stated > MAX_TEXT_BYTES ? 0 : stated;
    const textAt = malloc(Math.max(1, length));
    module._FPDF_GetMetaText(documentIdx, nameAt, textAt, length);
    const text = new TextDecoder('utf-16le').decode(bytes(textAt, length)).replace(/\0+$/, '');
    free(nameAt);
    free(textAt);
    return text;
  };
  return Object.fromEntries(INFO_KEYS.map((key) => [key, textOf(key)])) as PdfInfo;
}

interface Inside {
  readonly module: {
    readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
    readonly HEAPU8: Uint8Array;
    _FPDF_GetPageSizeByIndex(document: number, index: number, width: number, height: number): number;
    _FPDF_GetMetaText(document: number, key: number, buffer: number, bytes: number): number;
  };
  readonly documentIdx: number;
}

/** Forgets a failed start, for example one caused by a temporary lack of memory, so that the next call retries. */
async function started(starting: Promise<PDFiumLibrary>): Promise<PDFiumLibrary> {
  try {
    return await starting;
  } catch (error) {
    library = undefined;
    throw error;
  }
}

async function load(pdfium: PDFiumLibrary, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/password/i.test(message)) throw new CannotMake('unsupported', 'a PDF that needs a password');
    if (/security/i.test(message)) throw new CannotMake('unsupported', 'a PDF with unknown encryption');
    if (error instanceof WebAssembly.RuntimeError) library = undefined;
    throw new CannotMake('corrupt', message, { cause: error });
  }
}
