import { WorkerDied, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { untilAborted } from '../../../core/src/concurrency/until-aborted.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { findOfficeTools, officeEnvironment } from '../pictures/office/sandbox.ts';
import { WorkerPool } from '../workers/pool.ts';
import type { Recognised, recogniseCalls } from './recognise-calls.ts';
import type { Tesseract } from './tesseract.ts';

const WORKER_MEGABYTES = 1024;
/** Share of the time of a page that the program may take; the rest is for drawing the page. */
const SHARE_OF_PROGRAM = 0.7;
/** The same of the conversion of an Office file, which is done once for all its pages. */
const SHARE_OF_OFFICE = 0.8;

/** Recognises text on pages, in child processes, one page at a time in each. The opener disposes of it. */
export class TextRecogniser implements AsyncDisposable {
  readonly #tesseract: Pick<Tesseract, 'path'>;
  readonly #languages: readonly string[];
  readonly #seconds: number;
  readonly #pool: WorkerPool<typeof recogniseCalls>;

  /** `languages` are names of the program's, at least one. */
  constructor(
    tesseract: Pick<Tesseract, 'path'>,
    options: { readonly languages: readonly string[]; readonly processes: number; readonly secondsPerPage: number },
  ) {
    const { languages, processes, secondsPerPage } = options;
    this.#tesseract = tesseract;
    this.#languages = languages;
    this.#seconds = secondsPerPage * SHARE_OF_PROGRAM;
    const office = findOfficeTools();
    const seconds = secondsPerPage * SHARE_OF_OFFICE;
    this.#pool = new WorkerPool({
      module: entryModule('recognise-worker', import.meta.url),
      processes,
      secondsPerJob: secondsPerPage,
      queue: Number.POSITIVE_INFINITY,
      megabytes: WORKER_MEGABYTES,
      env: { MALLOC_ARENA_MAX: '2', ...('lack' in office ? {} : officeEnvironment({ ...office, seconds })) },
    });
  }

  /** Recognises what stands on a page. Never rejects for bad content; rejects with the signal's reason at once. */
  async recognise(
    page: { readonly path: string; readonly mediaType: string; readonly page: number },
    signal: AbortSignal,
  ): Promise<Recognised | { readonly failure: string }> {
    try {
      const how = { program: this.#tesseract.path, languages: this.#languages, seconds: this.#seconds };
      return await untilAborted(this.#pool.run('recognise', { ...page, ...how }, { signal }), signal);
    } catch (error) {
      if (error instanceof CannotMake || error instanceof WorkerTimeout || error instanceof WorkerDied)
        return { failure: error.message };
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}
