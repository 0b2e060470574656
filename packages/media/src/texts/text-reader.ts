import { WorkerDied, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { untilAborted } from '../../../core/src/concurrency/until-aborted.ts';
import {
  isSpreadsheet,
  OFFICE_TYPES,
  type OfficeProgram,
  officeProgramOf,
} from '../../../core/src/domain/office-types.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { findOfficeTools, officeEnvironment } from '../pictures/office/sandbox.ts';
import { WorkerPool } from '../workers/pool.ts';
import type { Rows } from './read-table.ts';
import type { textCalls } from './text-calls.ts';
import type { TextRead } from './text-job.ts';
import { textFormatOf } from './text-types.ts';

const WORKER_MEGABYTES = 1024;
/** Share of the time of a file after which the rest of a PDF is left out, so that its beginning isn't lost to the limit. */
const SHARE_OF_PAGES = 0.9;
/** Share that LibreOffice has, so that some is left to read the PDF that it makes. */
const SHARE_OF_OFFICE = 0.8;

/** The text of a file, or why it could not be read, to follow a colon. */
export type TextOutcome = TextRead | { readonly failure: string };

/** Reads the texts of files in child processes, which start when they are needed. Whoever opens it disposes of it. */
export class TextReader implements AsyncDisposable {
  readonly #seconds: number;
  readonly #programs: readonly OfficeProgram[];
  readonly #pool: WorkerPool<typeof textCalls>;

  constructor({ processes, secondsPerFile }: { readonly processes: number; readonly secondsPerFile: number }) {
    const office = findOfficeTools();
    this.#seconds = secondsPerFile;
    this.#programs = 'lack' in office ? [] : office.programs;
    this.#pool = new WorkerPool({
      module: entryModule('text-worker', import.meta.url),
      processes,
      secondsPerJob: secondsPerFile,
      queue: Number.POSITIVE_INFINITY,
      megabytes: WORKER_MEGABYTES,
      jobsPerProcess: 2000,
      env: 'lack' in office ? {} : officeEnvironment({ ...office, seconds: secondsPerFile * SHARE_OF_OFFICE }),
    });
  }

  /** False for files without text, and for those that need a program which is missing. */
  canRead(mediaType: string): boolean {
    const format = textFormatOf(mediaType);
    return format !== undefined && (format !== 'printed' || this.#converts(mediaType));
  }

  /**
   * Reads the text of a file, at most `maxCharacters`. Resolves to a failure if it can't be read, or takes too much time or
   * memory. Rejects at once with the signal's reason when that aborts, and with failures of this machine.
   */
  async read(
    file: { readonly path: string; readonly mediaType: string },
    { maxCharacters, signal }: { readonly maxCharacters: number; readonly signal: AbortSignal },
  ): Promise<TextOutcome> {
    try {
      const job = { ...file, maxCharacters, seconds: this.#seconds * SHARE_OF_PAGES };
      const read = await untilAborted(this.#pool.run('readText', job, { signal }), signal);
      // Without LibreOffice, slides have no pictures of pages, so a page that has the word could not be shown.
      const hasPictures = OFFICE_TYPES.has(file.mediaType)
        ? this.#converts(file.mediaType)
        : textFormatOf(file.mediaType) === 'pdf';
      const isSparse = read.isSparse && hasPictures && !isSpreadsheet(file.mediaType);
      if (read.hasPages && !hasPictures) return { pages: [read.pages.join('\n\n')], hasPages: false, isSparse };
      return { ...read, isSparse };
    } catch (error) {
      if (error instanceof CannotMake || error instanceof WorkerTimeout || error instanceof WorkerDied)
        return { failure: error.message };
      throw error;
    }
  }

  /** Reads the rows of a table in CSV or .xlsx. Rejects if it can't be read, and with the signal's reason. */
  async readTable(path: string, signal: AbortSignal): Promise<Rows> {
    return await this.#pool.run('readTable', path, { signal });
  }

  #converts(mediaType: string): boolean {
    return this.#programs.includes(officeProgramOf(mediaType));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}
