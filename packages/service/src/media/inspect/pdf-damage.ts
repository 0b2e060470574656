import type { FileHandle } from 'node:fs/promises';

/** A PDF ends with the place of its table of objects, and hardly anything behind it. */
const TAIL_BYTES = 4096;
const END = /startxref\s+\d+\s+%%EOF/;
/** What exiftool says of a PDF whose table it can't follow; readers of PDF often can. */
const DOUBTFUL = /xref|trailer|reading/i;
/** Larger files are not opened: they are held twice while they are open. */
const MAX_OPENED_BYTES = 256 * 2 ** 20;

/** True where a PDF ends too early. */
export async function isCutPdf({ file, size }: { readonly file: FileHandle; readonly size: number }): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  return !END.test(tail.toString('latin1'));
}

/** Why a PDF is to be opened: for its pages, or because there is doubt whether it has any; undefined where it is too large for that. */
export function reasonToOpen(pdf: {
  /** Bytes. */
  readonly size: number;
  /** Exiftool's. */
  readonly warnings: readonly string[];
}): 'pages' | 'doubt' | undefined {
  if (pdf.size > MAX_OPENED_BYTES) return undefined;
  if (pdf.warnings.some((warning) => DOUBTFUL.test(warning))) return 'doubt';
  return 'pages';
}
