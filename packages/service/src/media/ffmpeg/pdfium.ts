import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { CannotRender } from '../pictures/renderer.ts';

/** Above this much memory of the process the library starts anew: what it has taken it never gives back. */
const MAX_KEPT_BYTES = 400 * 2 ** 20;

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF for as long as `use` runs. One at a time in a process; rejects with CannotRender when it doesn't open. */
export async function withPdf<Result>(
  bytes: Uint8Array,
  use: (document: PDFiumDocument) => Promise<Result>,
): Promise<Result> {
  // Loaded with the first document: most processes see none, and it takes some memory.
  library ??= PDFiumLibrary.init();
  const document = await load(await started(library), bytes);
  try {
    const result = await use(document);
    document.destroy();
    if (process.memoryUsage.rss() > MAX_KEPT_BYTES) library = undefined;
    return result;
  } catch (error) {
    // Nobody knows what state a failure has left it in.
    if (!(error instanceof CannotRender)) library = undefined;
    else document.destroy();
    throw error;
  }
}

/** Pages of a PDF in memory. */
export async function countPdfPages(bytes: Uint8Array): Promise<number> {
  return await withPdf(bytes, async (document) => document.getPageCount());
}

/** Points of a page as it is shown. */
export function sizeOfPage(document: PDFiumDocument, index: number): { width: number; height: number } {
  const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize();
  return { width: originalWidth, height: originalHeight };
}

/** A failed start, as where memory is short for a moment, is not kept. */
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
    if (/password/i.test(message)) throw new CannotRender('unsupported', 'a PDF that needs a password');
    if (/security/i.test(message)) throw new CannotRender('unsupported', 'a PDF with unknown encryption');
    if (error instanceof WebAssembly.RuntimeError) library = undefined;
    throw new CannotRender('corrupt', message, { cause: error });
  }
}
