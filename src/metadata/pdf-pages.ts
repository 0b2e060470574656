import { readFile } from 'node:fs/promises';
import { countPdfPages } from '../media/pdfium.ts';

const MOST_PAGES = 1_000_000;

/** Pages of a PDF as its pictures count them; 0 where it doesn't open. Only in a worker process. */
export async function pdfPages(path: string): Promise<number> {
  try {
    const pages = await countPdfPages(await readFile(path));
    return pages < MOST_PAGES ? pages : 0;
  } catch {
    // Damaged or locked: its pictures say so.
    return 0;
  }
}
