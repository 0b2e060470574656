import type { FileHandle } from 'node:fs/promises';
import { MAX_COUNTED_BYTES, pdfPages } from './pdf-pages.ts';

/** A PDF ends with the place of its table of objects, and hardly anything behind it. */
const TAIL_BYTES = 4096;
const END = /startxref\s+\d+\s+%%EOF/;
/** What exiftool says of a PDF whose table it can't follow; readers of PDF often can. */
const DOUBTFUL = /xref|trailer|reading/i;

interface Document {
  readonly file: FileHandle;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** What is wrong with a PDF as a whole, as the end of a sentence; undefined where nothing is. `warnings` are exiftool's. */
export async function pdfDamage(
  { file, path, size }: Document,
  warnings: readonly string[],
): Promise<string | undefined> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  if (!END.test(tail.toString('latin1'))) return 'it ends before the table of its objects';
  if (size > MAX_COUNTED_BYTES || !warnings.some((warning) => DOUBTFUL.test(warning))) return undefined;
  return (await pdfPages(path, size)) > 0 ? undefined : 'its pages can not be read';
}
