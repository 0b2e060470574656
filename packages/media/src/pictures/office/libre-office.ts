/** Converts Office files to PDF, each in a LibreOffice of its own that starts ahead. */
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { CannotMake } from '../../derived/cannot-make.ts';
import { outputOf, tookMoreThan } from '../../ffmpeg/run.ts';
import { type OfficeSetup, officeArguments } from './sandbox.ts';

const MAX_BYTES = 128 * 2 ** 20;
/** How long a LibreOffice waits for a file. Each has some 150 MB. */
const IDLE_SECONDS = 60;

/** An Office file, and which of its pages to convert. */
interface OfficeFile {
  readonly path: string;
  readonly extension: string;
  /** Only so many first pages of a spreadsheet; absent means all. */
  readonly pages?: number | undefined;
  /** What to convert instead of the file. */
  readonly content?: Uint8Array | undefined;
}

/** A LibreOffice in a sandbox. It converts one file and ends, so that nothing of a file reaches the next. */
class LibreOffice {
  readonly #input = new PassThrough();
  readonly #stopping = new AbortController();
  readonly #pdf: Promise<Buffer>;
  readonly #idle = setTimeout(() => this.stop(new Error('no file came')), IDLE_SECONDS * 1000);
  #isRunning = true;

  constructor(setup: OfficeSetup) {
    const { signal } = this.#stopping;
    this.#pdf = outputOf(setup.bwrap, officeArguments(setup), { maxBytes: MAX_BYTES, input: this.#input, signal });
    // It may end while nobody waits for it.
    this.#pdf
      .catch(() => {})
      .finally(() => {
        this.#isRunning = false;
        clearTimeout(this.#idle);
      });
  }

  /** False once it has ended or is being stopped. */
  get isRunning(): boolean {
    return this.#isRunning && !this.#stopping.signal.aborted;
  }

  /** May be called once. Rejects with CannotMake after so many seconds. */
  async convert({ path, extension, pages, content }: OfficeFile, seconds: number): Promise<Buffer> {
    clearTimeout(this.#idle);
    const timer = setTimeout(() => this.stop(tookMoreThan(seconds)), seconds * 1000);
    const format = pages === undefined ? 'pdf' : `pdf:calc_pdf_Export:${JSON.stringify(pageRange(pages))}`;
    this.#input.write(`${extension}\n${format}\n`);
    const file = content === undefined ? createReadStream(path) : undefined;
    if (file === undefined) this.#input.end(content);
    else file.on('error', (error) => this.stop(error)).pipe(this.#input);
    try {
      return await this.#pdf;
    } finally {
      clearTimeout(timer);
      file?.destroy();
    }
  }

  stop(reason: Error): void {
    this.#stopping.abort(reason);
  }
}

function pageRange(pages: number) {
  return { PageRange: { type: 'string', value: `1-${pages}` } };
}

/** Has seen no file yet. */
let next: LibreOffice | undefined;

/** Ends the LibreOffice that waits for a file, whose memory counts as that of the job in this process. */
export function stopWaiting(): void {
  next?.stop(new Error('no file came'));
  next = undefined;
}

/**
 * Converts an Office file to PDF, in a process that makes one at a time. Afterwards another LibreOffice starts for the next
 * file, because starting takes longer than converting. Rejects with CannotMake if LibreOffice times out, or produces no PDF
 * or one of more than 128 MB.
 */
export async function convertToPdf(file: OfficeFile, setup: OfficeSetup, seconds: number): Promise<Buffer> {
  const office = next?.isRunning ? next : new LibreOffice(setup);
  next = undefined;
  try {
    const pdf = await office.convert(file, seconds);
    // LibreOffice's exit code is no proof of success.
    if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new CannotMake('corrupt', 'LibreOffice makes no PDF of it');
    return pdf;
  } finally {
    next = new LibreOffice(setup);
  }
}
