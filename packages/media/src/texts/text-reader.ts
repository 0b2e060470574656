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
/** Shares of the time of a file: after the first, the rest of a PDF is left out. */
const SHARE_OF_PAGES = 0.5;
const SHARE_OF_OFFICE = 0.8;

/** The text of a file, or why it has none, as a part of a sentence. */
export type TextOutcome = TextRead | { readonly failure: string };

/** Reads the texts of files in child processes, which start with the first files. The opener disposes of it. */
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
    return format !== undefined && (format !== 'printed' || this.#prints(mediaType));
  }

  /**
   * Reads the text of a file, at most so many characters. Never rejects for bad content; rejects with the signal's reason
   * at once, and with failures of this machine.
   */
  async read(
    file: { readonly path: string; readonly mediaType: string },
    { maxCharacters, signal }: { readonly maxCharacters: number; readonly signal: AbortSignal },
  ): Promise<TextOutcome> {
    try {
      const job = { ...file, maxCharacters, seconds: this.#seconds * SHARE_OF_PAGES };
      const read = await untilAborted(this.#pool.run('readText', job, { signal }), signal);
      // Slides that LibreOffice doesn't draw have no pictures that a page could name.
      const isDrawn = OFFICE_TYPES.has(file.mediaType)
        ? this.#prints(file.mediaType)
        : textFormatOf(file.mediaType) === 'pdf';
      const isSparse = read.isSparse && isDrawn && !isSpreadsheet(file.mediaType);
      if (read.hasPages && !isDrawn) return { pages: [read.pages.join('\n\n')], hasPages: false, isSparse };
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

  #prints(mediaType: string): boolean {
    return this.#programs.includes(officeProgramOf(mediaType));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}
