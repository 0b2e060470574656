import { availableParallelism } from 'node:os';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import { DamagedOriginal } from '../../../../core/src/originals/originals.ts';
import type { TextRecogniser } from '../../../../media/src/texts/text-recogniser.ts';
import { isSparse, lettersOf, withinCharacters } from '../../../../media/src/texts/tidy-text.ts';
import type { KeptText, WantedText } from '../../catalogue/texts.ts';
import { type TextReport, type TextStores, wantedFiles } from './read-texts.ts';

/** Number of pages of a file after which what was recognised is written. */
const PAGES_AT_ONCE = 20;
/** Pages in a row that can't be recognised, after which a file is given up: each may take as long as a page may. */
const MAX_FAILURES = 5;

/**
 * Recognises the text of all pictures and scanned pages of which it is wanted. Each file is written as it is done, and a
 * long one some pages at a time. Returns the number of files. Rejects with the reason of the signal; then the next call
 * goes on with the pages that are left.
 */
export async function recogniseTexts(
  { writer, originals }: TextStores,
  recogniser: Pick<TextRecogniser, 'recognise'>,
  options: TextReport & { readonly maxCharacters: number; readonly signal: AbortSignal },
): Promise<number> {
  const { maxCharacters, signal, onProgress, onWarning } = options;
  let done = 0;

  async function recogniseFile({ sha256, mediaType, name }: WantedText): Promise<void> {
    const before = await writer.change((changes) => changes.keptText(sha256));
    if (before === undefined) return;
    const pages = [...before.pages];
    /** Number of pages, known with the first that is drawn. */
    let count: number | undefined;
    const keep = (recognition: KeptText['recognition']) => {
      const kept = withinCharacters(pages, maxCharacters);
      const hasPages = before.hasPages || (count ?? 1) > 1;
      return writer.change((changes) => changes.putTexts([{ ...before, pages: kept, hasPages, recognition }]));
    };
    let failure: string | undefined;
    try {
      await using local = await originals.leaseLocalFile(sha256, { signal });
      // Another import may just have removed it.
      if (local === undefined) return;
      let unwritten = 0;
      let failures = 0;
      for (let page = 0; count === undefined || page < count; page += 1) {
        if (page < pages.length && !isSparse(pages[page] ?? '')) continue;
        const found = await recogniser.recognise({ path: local.path, mediaType, page }, signal);
        if ('failure' in found) {
          failure ??= found.failure;
          // Other pages may be fine.
          failures += 1;
          if ((count === undefined && page >= pages.length) || failures === MAX_FAILURES) break;
          continue;
        }
        failures = 0;
        count = found.pages;
        while (pages.length < page) pages.push('');
        if (lettersOf(found.text) > lettersOf(pages[page] ?? '')) pages[page] = found.text;
        unwritten += 1;
        if (unwritten % PAGES_AT_ONCE === 0) await keep('to do');
        if (pages.reduce((sum, text) => sum + text.length, 0) >= maxCharacters) break;
      }
    } catch (error) {
      if (!(error instanceof DamagedOriginal)) throw error;
      failure = 'the stored original has other bytes';
    }
    if (failure !== undefined) onWarning(`${name}: not all of its text can be recognised: ${failure}`);
    await keep(failure === undefined ? 'done' : 'failed');
    done += 1;
    onProgress(done, name);
  }

  for await (const files of wantedFiles(writer, 'recognise')) {
    await forEachWithLimit(files, { atOnce: availableParallelism(), signal }, recogniseFile);
  }
  return done;
}
