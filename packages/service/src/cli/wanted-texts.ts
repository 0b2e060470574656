/** What imports leave to read: texts of documents, and texts in pictures. */
import { availableParallelism } from 'node:os';
import { findTesseract, missingForOcr, usableLanguages } from '../../../media/src/texts/tesseract.ts';
import { TextReader } from '../../../media/src/texts/text-reader.ts';
import { TextRecogniser } from '../../../media/src/texts/text-recogniser.ts';
import { isScan, textFormatOf } from '../../../media/src/texts/text-types.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { readTexts } from '../transfer/texts/read-texts.ts';
import { recogniseTexts } from '../transfer/texts/recognise-texts.ts';
import { openProgress } from './progress.ts';

/** How long one file may take to read, and one page to recognise. */
const SECONDS_PER_FILE = 60;
const SECONDS_PER_PAGE = 60;

/**
 * Reads the texts of files that imports have left to read; with `isAll`, of all files that have none yet, or one that an
 * older revision has read.
 */
export async function readWantedTexts(
  config: Config,
  { isAll = false, signal }: { readonly isAll?: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { maxCharacters } = config.text;
  if (maxCharacters === 0) return;
  const progress = openProgress({ stream: process.stderr, label: 'texts' });
  await using stack = new AsyncDisposableStack();
  const { writer, originals } = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  if (isAll)
    await writer.change((changes) =>
      changes.wantTexts((type) => textFormatOf(type) !== undefined, 'read', { isAgain: true }),
    );
  // Starting the reader takes longer than most imports that have nothing to read.
  const [any] = await writer.change((changes) => changes.wantedTexts('read', { after: '', most: 1 }));
  if (any === undefined && !isAll) return;
  const reader = stack.use(new TextReader({ processes: availableParallelism(), secondsPerFile: SECONDS_PER_FILE }));
  const { read, failed, waiting } = await readTexts({ writer, originals }, reader, {
    maxCharacters,
    signal,
    onProgress: (done, name) => progress.update(done, undefined, name),
    onWarning: progress.warn,
  });
  if (waiting > 0) progress.warn(`the texts of ${waiting} files are read when LibreOffice is there`);
  const others = failed === 0 ? '' : `, ${failed} of files that can't be read`;
  if (isAll || read + failed > 0) progress.done(`texts: ${read} read${others}`);
}

/**
 * Recognises text in pictures and on scanned pages, if `text.ocr` says so; with `isAgain`, also where it has failed
 * before.
 */
export async function recogniseWantedTexts(
  config: Config,
  { isAgain = false, signal }: { readonly isAgain?: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { ocr, maxCharacters } = config.text;
  if (!ocr || maxCharacters === 0) return;
  const progress = openProgress({ stream: process.stderr, label: 'recognised texts' });
  const tesseract = await findTesseract();
  if (tesseract === undefined) {
    for (const { tool, consequence } of missingForOcr()) progress.warn(`${tool} is missing: ${consequence}`);
    return;
  }
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  const { catalogue, writer, originals } = storage;
  const { model } = await catalogue.snapshot();
  const { languages, missing } = usableLanguages(config.text.ocrLanguages ?? model.languages, tesseract);
  if (missing.length > 0) progress.warn(`tesseract lacks the languages ${missing.join(', ')}`);
  if (languages.length === 0) return;
  await writer.change((changes) => changes.wantTexts(isScan, 'recognise', { isAgain }));
  const recogniser = stack.use(
    new TextRecogniser(tesseract, {
      languages,
      processes: availableParallelism(),
      secondsPerPage: SECONDS_PER_PAGE,
    }),
  );
  const done = await recogniseTexts({ writer, originals }, recogniser, {
    maxCharacters,
    signal,
    onProgress: (count, name) => progress.update(count, undefined, name),
    onWarning: progress.warn,
  });
  if (done > 0) progress.done(`texts: ${done} files recognised`);
}

/** Recognises texts while something else goes on; a start during one lets another follow it. Disposing stops it. */
export class BackgroundRecognition implements AsyncDisposable {
  readonly #config: Config;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isDue = false;

  constructor(config: Config) {
    this.#config = config;
  }

  start(): void {
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDue = false;
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#isDue) {
      this.#isDue = false;
      try {
        await recogniseWantedTexts(this.#config, { signal });
      } catch (error) {
        if (!signal.aborted) console.error(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
