import { availableParallelism } from 'node:os';
import { findTesseract, missingForOcr, usableLanguages } from '../../../media/src/texts/tesseract.ts';
import { TextRecogniser } from '../../../media/src/texts/text-recogniser.ts';
import { isScan } from '../../../media/src/texts/text-types.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { recogniseTexts } from '../transfer/texts/recognise-texts.ts';
import { openProgress } from './progress.ts';

const SECONDS_PER_PAGE = 60;

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
    mostCharacters: maxCharacters,
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
