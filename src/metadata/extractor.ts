import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NO_FACTS } from '../domain/facts.ts';
import { orLeave } from '../processes/leave.ts';
import { openPool, WorkerDied, WorkerTimeout } from '../processes/pool.ts';
import { extensionOf } from './categories.ts';
import type { Extracted, ExtractJob } from './extract-job.ts';
import { findPerl } from './perl.ts';

export type { Extracted } from './extract-job.ts';
export { missingTools } from './perl.ts';

/** Reads facts and words from files, in child processes. Closed by its opener. */
export interface Extractor extends AsyncDisposable {
  /**
   * `name` is the file's name (for its extension), `sidecar` the path of an .xmp file whose properties win, one by one;
   * `words: false` reads facts only. Never rejects for bad content: the category is then told by the first bytes, or unknown,
   * and there is a `warning`. Rejects when the file can't be read (cause kept) and with the signal's reason.
   * Any number of calls at once is welcome.
   */
  extract(
    path: string,
    options: { name: string; sidecar?: string; words?: boolean; signal: AbortSignal },
  ): Promise<Extracted>;
}

const WORKER_MEGABYTES = 1024;

/** Opens the extractor; processes start with the first files. Works without Perl too, see `missingTools`. */
export function openExtractor(options: { processes: number; secondsPerFile: number }): Extractor {
  const { processes, secondsPerFile } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'abs-metadata-'));
  const pool = openPool<ExtractJob, Extracted>({
    module: new URL('./extract-worker.ts', import.meta.url),
    processes,
    secondsPerJob: secondsPerFile,
    queue: Number.POSITIVE_INFINITY,
    megabytes: WORKER_MEGABYTES,
    jobsPerProcess: 5000,
    env: {
      ABS_PERL: findPerl() ?? '',
      ABS_SCRATCH: scratch,
      // Cut before the worker itself, what other readers have found is kept.
      ABS_EXIFTOOL_SECONDS: String(secondsPerFile * 0.7),
    },
  });
  return {
    async extract(path, { name, sidecar, words = true, signal }) {
      const job: ExtractJob = {
        path: resolve(path),
        name,
        words,
        ...(sidecar === undefined ? {} : { sidecar: resolve(sidecar) }),
      };
      try {
        return await orLeave(runSafely(job, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        throw new Error(`cannot read ${JSON.stringify(path)}`, { cause: error });
      }
    },
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };

  /** A file that kills its reader or takes too long is looked at once more, for its type alone. */
  async function runSafely(job: ExtractJob, signal: AbortSignal): Promise<Extracted> {
    try {
      return await pool.run(job, { signal });
    } catch (error) {
      const warning = warningFor(error, secondsPerFile);
      if (warning === undefined) throw error;
      try {
        const { facts } = await pool.run({ ...job, only: 'type' }, { signal });
        return { facts, warning };
      } catch (second) {
        if (warningFor(second, secondsPerFile) === undefined) throw second;
        return { facts: { ...NO_FACTS, extension: extensionOf(job.name) }, warning };
      }
    }
  }
}

function warningFor(error: unknown, secondsPerFile: number): string | undefined {
  if (error instanceof WorkerTimeout) return `Reading its metadata was given up after ${secondsPerFile} s.`;
  if (error instanceof WorkerDied) return `Reading its metadata was given up: ${error.message}.`;
  return undefined;
}
