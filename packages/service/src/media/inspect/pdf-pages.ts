import { readFile } from 'node:fs/promises';
import { sizeOfPage, withPdf } from '../ffmpeg/pdfium.ts';

const MOST_PAGES = 1_000_000;

/** What opening a PDF tells. */
export interface PdfPages {
  /** As its pictures count them; 0 where it doesn't open. */
  readonly pages: number;
  /** Points of the first page; absent without one. */
  readonly first?: { readonly width: number; readonly height: number };
}

/** Opens a PDF. Only in a worker process. */
export async function pdfPages(path: string): Promise<PdfPages> {
  try {
    return await withPdf(await readFile(path), async (document) => {
      const pages = document.getPageCount();
      if (pages < 1 || pages >= MOST_PAGES) return { pages: 0 };
      const first = sizeOfPage(document, 0);
      return first.width > 0 && first.height > 0 ? { pages, first } : { pages };
    });
  } catch {
    // Damaged or locked: its pictures say so.
    return { pages: 0 };
  }
}
