import { readFile } from 'node:fs/promises';
import { sizeOfPage, withPdf } from '../ffmpeg/pdfium.ts';

const MOST_PAGES = 1_000_000;

/** Properties that are known only after opening a PDF. */
export interface PdfPages {
  /** Page count of the library that also draws the pages; 0 if the PDF can't be opened. */
  readonly pages: number;
  /** Size of the first page in points; absent if there is no page. */
  readonly first?: { readonly width: number; readonly height: number };
}

export const pdfCalls = { readPages };

/** Opens a PDF and reads its page count and size. */
async function readPages(path: string): Promise<PdfPages> {
  try {
    return await withPdf(await readFile(path), async (document) => {
      const pages = document.getPageCount();
      if (pages < 1 || pages >= MOST_PAGES) return { pages: 0 };
      const first = sizeOfPage(document, 0);
      return first.width > 0 && first.height > 0 ? { pages, first } : { pages };
    });
  } catch {
    // Damaged or locked. Drawing its pages reports the reason.
    return { pages: 0 };
  }
}
