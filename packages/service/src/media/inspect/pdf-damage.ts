import type { FileHandle } from 'node:fs/promises';

/** Bytes to check at the end: a PDF ends with the offset of its cross-reference table, followed by hardly anything. */
const TAIL_BYTES = 4096;
const END = /startxref\s+\d+\s+%%EOF/;
/** Exiftool's warnings about a PDF whose cross-reference table it can't follow. PDF readers often can. */
const DOUBTFUL = /xref|trailer|reading/i;
/** Larger files are not opened, because an open file is in memory twice. */
const MAX_OPENED_BYTES = 256 * 2 ** 20;

/** Returns true if a PDF is truncated. */
export async function isCutPdf({ file, size }: { readonly file: FileHandle; readonly size: number }): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  return !END.test(tail.toString('latin1'));
}

/**
 * Returns why a PDF must be opened: to count its pages, or because it may have none. Undefined if the file is too large
 * to open.
 */
export function reasonToOpen(pdf: {
  /** Bytes. */
  readonly size: number;
  /** Exiftool's warnings. */
  readonly warnings: readonly string[];
}): 'pages' | 'doubt' | undefined {
  if (pdf.size > MAX_OPENED_BYTES) return undefined;
  if (pdf.warnings.some((warning) => DOUBTFUL.test(warning))) return 'doubt';
  return 'pages';
}
