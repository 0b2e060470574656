import type { PageWords } from '../../../core/src/domain/page-words.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { readBounded } from '../inspect/bytes.ts';
import type { DrawableFile } from '../pictures/renderer.ts';
import type { RecogniseJob } from './recognise-calls.ts';
import { MAX_PDF_BYTES, textFormatOf } from './text-types.ts';
import { isSparse, lettersOf } from './tidy-text.ts';

/** A page whose words are wanted, from 0. */
export interface WordsJob {
  readonly source: DrawableFile | { readonly pdf: Uint8Array };
  readonly page: number;
  /** How to recognise the words of a page that has hardly any; absent if nothing does. */
  readonly recognised?: Pick<RecogniseJob, 'program' | 'languages' | 'seconds'>;
}

/** Returns the words of a page, from the same source as its text. Rejects with CannotMake. */
export async function wordsOfPage({ source, page, recognised }: WordsJob): Promise<PageWords> {
  const { readPdfWords } = await import('./pdf-words.ts');
  const { path, mediaType } =
    'pdf' in source
      ? { path: '', mediaType: 'application/pdf' }
      : { path: source.path, mediaType: source.properties.mediaType };
  const bytes = async () => ('pdf' in source ? source.pdf : await readBounded(path, MAX_PDF_BYTES));
  const own = textFormatOf(mediaType) === 'pdf' ? await readPdfWords(await bytes(), page) : undefined;
  if (own && !(recognised && isSparse(own.text))) return own;
  if (!recognised) throw new CannotMake('unsupported', 'no program recognises its text');
  const { recogniseWords } = await import('./recognise-calls.ts');
  const pdf = 'pdf' in source ? source.pdf : undefined;
  const found = await recogniseWords({ path, pdf, mediaType, page, ...recognised });
  return own && lettersOf(own.text) >= lettersOf(found.text) ? own : found;
}
