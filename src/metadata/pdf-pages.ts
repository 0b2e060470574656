import { readFile } from 'node:fs/promises';

/** Larger files are left uncounted: they are held twice while they are open. */
export const MAX_COUNTED_BYTES = 64 * 2 ** 20;
const MOST_PAGES = 1_000_000;

/** Pages of a PDF as its pictures count them; 0 where it doesn't open. Only in a worker process. */
export async function pdfPages(path: string, size: number): Promise<number> {
  if (size > MAX_COUNTED_BYTES) return 0;
  // Loaded late: tags tell the pages of nearly every PDF.
  const { countPdfPages } = await import('../media/pdfium.ts');
  try {
    const pages = await countPdfPages(await readFile(path));
    return pages < MOST_PAGES ? pages : 0;
  } catch {
    // Damaged or locked: its pictures say so.
    return 0;
  }
}
