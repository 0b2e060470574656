import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
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
