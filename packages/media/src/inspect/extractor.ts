import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WorkerDied, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { untilAborted } from '../../../core/src/concurrency/until-aborted.ts';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { FILE_CATEGORIES, type FileProperties, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { EMBEDDED_TYPES, MODEL_TYPES } from '../pictures/drawn-types.ts';
import { ALL_MEANS, isPlaceholder } from '../pictures/preview-size.ts';
import { WorkerPool } from '../workers/pool.ts';
import { extensionOf } from './categories.ts';
import type { ExtractAnswer, ExtractCalls, Extracted, ExtractJob } from './extract-job.ts';
import type { openCalls, PdfPages } from './open-calls.ts';
import { withPdfInfo } from './pdf-info.ts';
import { findPerl } from './perl.ts';
import { PLACEHOLDER } from './played.ts';

export type { Extracted } from './extract-job.ts';
export { missingTools } from './perl.ts';

const WORKER_MEGABYTES = 1024;

/**
 * Reads properties and descriptive metadata from files, in child processes, which start with the first files. Works with
 * reduced results if Perl is missing, see `missingTools`. The opener disposes of it.
 */
export class Extractor implements AsyncDisposable {
  readonly #secondsPerFile: number;
  readonly #scratch: string;
  /** For files that must be opened, so that a crash over one does not lose the properties already read from it. */
  readonly #openers: WorkerPool<typeof openCalls>;
  readonly #pool: WorkerPool<ExtractCalls>;

  /** Without `media`, films and pictures that only ffmpeg opens are not checked for damage. */
  constructor(options: { processes: number; secondsPerFile: number; media?: MediaTools | undefined }) {
    const { processes, secondsPerFile, media } = options;
    this.#secondsPerFile = secondsPerFile;
    this.#scratch = mkdtempSync(join(tmpdir(), 'abs-metadata-'));
    const limits = {
      processes,
      secondsPerJob: secondsPerFile,
      queue: Number.POSITIVE_INFINITY,
      megabytes: WORKER_MEGABYTES,
      jobsPerProcess: 5000,
    };
    this.#openers = new WorkerPool({
      ...limits,
      module: entryModule('open-worker', import.meta.url),
      env: toolsEnvironment(media),
    });
    this.#pool = new WorkerPool({
      ...limits,
      module: entryModule('extract-worker', import.meta.url),
      env: {
        ABS_PERL: findPerl() ?? '',
        ABS_SCRATCH: this.#scratch,
        ABS_FFPROBE: findProgram('ffprobe') ?? '',
        // Both time out before the worker does, so that the results of the other readers are kept.
        ABS_EXIFTOOL_SECONDS: String(secondsPerFile * 0.5),
        ABS_FFPROBE_SECONDS: String(secondsPerFile * 0.4),
      },
    });
  }

  /**
   * Reads a file. `name` is the file's name (for its extension). `sidecar` is the path of an .xmp file whose properties
   * take precedence, each by itself. `metadata: false` reads properties only.
   * Never rejects for bad content: the category then comes from the first bytes or is unknown, and there is a
   * `warning`. Rejects if the file can't be read (with the cause) and with the signal's reason. Any number of
   * concurrent calls is allowed.
   */
  async extract(
    path: string,
    options: { name: string; sidecar?: string; metadata?: boolean; signal: AbortSignal },
  ): Promise<Extracted> {
    const { name, sidecar, metadata = true, signal } = options;
    const job: ExtractJob = {
      path: resolve(path),
      name,
      metadata,
      ...(sidecar === undefined ? {} : { sidecar: resolve(sidecar) }),
    };
    try {
      const reading = this.#readWhole(job, signal).then((read) => this.#withFeatures(read, job.path, signal));
      return await untilAborted(reading, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(`cannot read ${JSON.stringify(path)}`, { cause: error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#pool[Symbol.asyncDispose](), this.#openers[Symbol.asyncDispose]()]);
    await rm(this.#scratch, { recursive: true, force: true });
  }

  async #readWhole(job: ExtractJob, signal: AbortSignal): Promise<Extracted> {
    const { toOpen, besides = [], ...read } = await this.#runSafely(job, signal);
    const { warning, ...opened } = await this.#opened({ toOpen, ...read }, job, signal);
    const sentences = [warning, ...besides].filter((each) => each !== undefined);
    return sentences.length === 0 ? opened : { ...opened, warning: sentences.join(' ') };
  }

  async #opened(
    { toOpen, ...read }: Extracted & { readonly toOpen: ExtractAnswer['toOpen'] },
    job: ExtractJob,
    signal: AbortSignal,
  ): Promise<Extracted> {
    if (toOpen === undefined) return read;
    if (toOpen === 'damage') return await this.#judged(read, job.path, signal);
    if (toOpen === 'alpha') return await this.#withAlpha(read, job.path, signal);
    const opened = await this.#openSafely(job.path, signal);
    const { pages, category } = read.properties;
    const properties = {
      ...read.properties,
      // What a document states may be wrong. A drawing counts as one page until it is opened.
      pages: opened.pages || (opened.info && category !== FILE_CATEGORIES.image ? 0 : pages),
      ...(opened.first ? { drawn: opened.first } : {}),
    };
    const isDamaged = opened.pages === 0;
    const isDoubted = toOpen === 'doubt' && isDamaged;
    const warning =
      read.warning ?? opened.warning ?? (isDoubted ? 'The file seems damaged: its pages cannot be read.' : undefined);
    return {
      ...read,
      properties: { ...properties, ...(isDamaged ? { isDamaged } : {}) },
      ...(read.metadata && opened.info && job.metadata ? { metadata: withPdfInfo(read.metadata, opened.info) } : {}),
      ...(warning === undefined ? {} : { warning }),
    };
  }

  /** Decodes a file that may be damaged. If that kills the worker or takes too long, nothing is known. */
  async #judged(read: Extracted, path: string, signal: AbortSignal): Promise<Extracted> {
    const { properties } = read;
    const judgement = await unlessGivenUp(this.#openers.run('judge', { path, properties }, { signal }));
    if (judgement?.isDamaged) {
      const warning = judgement.warning ?? read.warning ?? UNDECODED;
      const lost = damaged(properties);
      return { ...read, warning, properties: { ...lost, ...(judgement.isUndrawn && { features: NO_FEATURES }) } };
    }
    const { size, pages, isTransparent = false, isUndrawn = false } = judgement ?? {};
    const isSound = properties.category === FILE_CATEGORIES.audio;
    const drawn = isSound || EMBEDDED_TYPES.has(properties.mediaType) ? size : undefined;
    const known = {
      ...(drawn && { drawn }),
      // Of a layout, only the pages with a picture in it are shown.
      ...(drawn && properties.category === FILE_CATEGORIES.document && pages !== undefined && { pages }),
      ...(isTransparent && { isTransparent }),
      ...(isUndrawn && { features: NO_FEATURES }),
    };
    return { ...read, properties: { ...properties, ...known } };
  }

  /** Looks for transparent pixels. If that kills the worker or takes too long, there are none. */
  async #withAlpha(read: Extracted, path: string, signal: AbortSignal): Promise<Extracted> {
    const { properties } = read;
    const found = await unlessGivenUp(this.#openers.run('isTransparent', { path, properties }, { signal }));
    return found ? { ...read, properties: { ...properties, isTransparent: true } } : read;
  }

  /**
   * Adds what the picture looks like. What needs other files or LibreOffice is left to whoever draws thumbnails, and so is
   * what kills the worker or takes too long.
   */
  async #withFeatures(read: Extracted, path: string, signal: AbortSignal): Promise<Extracted> {
    const { properties } = read;
    const asked = featuresAsked(properties);
    if (asked === 'none') return { ...read, properties: { ...properties, features: NO_FEATURES } };
    if (asked === 'later') return read;
    const found = await unlessGivenUp(this.#openers.run('features', { path, properties }, { signal }));
    if (found === undefined) return read;
    const { features, isDamaged } = found;
    if (!isDamaged) return { ...read, properties: { ...properties, features } };
    return { ...read, warning: read.warning ?? UNDECODED, properties: { ...damaged(properties), features } };
  }

  /** Opens a PDF. If that kills the worker or takes too long, returns only a warning. */
  async #openSafely(path: string, signal: AbortSignal): Promise<Partial<PdfPages> & { warning?: string }> {
    try {
      return await this.#openers.run('readPages', path, { signal });
    } catch (error) {
      const warning = warningFor(error, 'Opening its pages', this.#secondsPerFile);
      if (warning === undefined) throw error;
      return { warning };
    }
  }

  /** Runs a job. If the file kills the worker or takes too long, runs it again for the file's type only. */
  async #runSafely(job: ExtractJob, signal: AbortSignal): Promise<ExtractAnswer> {
    try {
      return await this.#pool.run('extract', job, { signal });
    } catch (error) {
      const warning = warningFor(error, 'Reading its metadata', this.#secondsPerFile);
      if (warning === undefined) throw error;
      try {
        const { properties } = await this.#pool.run('extract', { ...job, only: 'type' }, { signal });
        return { properties, warning };
      } catch (second) {
        if (!isGivenUp(second)) throw second;
        return { properties: { ...NO_FILE_PROPERTIES, extension: extensionOf(job.name) }, warning };
      }
    }
  }
}

const UNDECODED = 'The file seems damaged: its content cannot be decoded.';

/** A film of which not even a picture can be made has no size. */
function damaged(properties: FileProperties): FileProperties {
  const lost = properties.category === FILE_CATEGORIES.video ? { width: 0, height: 0, drawn: PLACEHOLDER } : {};
  return { ...properties, ...lost, isDamaged: true };
}

/** When features are computed; sounds and what has only a placeholder have none. */
function featuresAsked(properties: FileProperties): 'now' | 'later' | 'none' {
  const { category, mediaType } = properties;
  if (category === FILE_CATEGORIES.audio || isPlaceholder({ file: A_FILE, properties }, ALL_MEANS)) return 'none';
  return OFFICE_TYPES.has(mediaType) || MODEL_TYPES.includes(mediaType) ? 'later' : 'now';
}

/** Stands for the file that is read. */
const A_FILE = { sha256: '', size: 0, crc32: 0 };

/** Returns undefined for errors that the file did not cause. */
function warningFor(error: unknown, what: string, secondsPerFile: number): string | undefined {
  if (!isGivenUp(error)) return undefined;
  return error instanceof WorkerTimeout
    ? `${what} was given up after ${secondsPerFile} s.`
    : `${what} was given up: ${error.message}.`;
}

async function unlessGivenUp<Result>(running: Promise<Result>): Promise<Result | undefined> {
  return await running.catch((error: unknown) => {
    if (isGivenUp(error)) return undefined;
    throw error;
  });
}

function isGivenUp(error: unknown): error is WorkerTimeout | WorkerDied {
  return error instanceof WorkerTimeout || error instanceof WorkerDied;
}
