import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import { copyToFile } from '../../../core/src/platform/byte-reader.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { checkS3Access, readS3Clock } from '../../../core/src/platform/s3/s3-check.ts';
import { S3Client } from '../../../core/src/platform/s3/s3-client.ts';
import type { S3Counts } from '../../../core/src/platform/s3/s3-counts.ts';
import { openS3Object, type S3Reader } from '../../../core/src/platform/s3/s3-reader.ts';
import type { S3Settings } from '../../../core/src/platform/s3/s3-settings.ts';
import { uploadToS3 } from '../../../core/src/platform/s3/s3-upload.ts';
import { isAbsence } from '../../../core/src/platform/system-errors.ts';

/** A picture can be drawn in this time, so looking for one may not take longer. */
const FIND_MILLISECONDS = 2_000;
const STORE_MILLISECONDS = 120_000;
/** Pace below which making a file may be faster than copying it. */
const BYTES_PER_MILLISECOND = 4096;
/** How long nothing is looked for or stored after a failure, so that a store that is away delays few callers. */
const PAUSE_MILLISECONDS = 10_000;
const REPORT_MILLISECONDS = 60_000;
const MAX_CONNECTIONS = 32;
/** How many files may wait to be stored; of others, each node makes its own. */
const MAX_STORING = 1000;
const MAX_DAMAGED = 1000;

/** A shared file that is open for reading. */
export interface SharedFile extends AsyncDisposable {
  /** Unsigned; absent if it was stored without one. */
  readonly crc32?: number;
  /** Copies the file to a path. Rejects if its bytes are not those that were stored, or if that takes too long. */
  copyTo(path: string): Promise<void>;
}

/** The store can't be reached or refuses its service. The message names the setting to check and holds no secret. */
export class SharedFilesUnreachable extends Error {
  override readonly name = 'SharedFilesUnreachable';
}

interface SharedFilesOptions {
  readonly s3: S3Settings;
  /** Counts the requests. */
  readonly counts?: S3Counts | undefined;
  /** Called at most once a minute; default: emits a process warning. */
  readonly report?: (error: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** How long a file may take to begin. */
  readonly findMilliseconds?: number;
}

/**
 * Derived files that the nodes of a service share in a bucket, which they may lose or empty at any time. Its failures are
 * reported, never thrown. Nothing is ever removed from it; its lifecycle rules may.
 */
export class SharedFiles implements AsyncDisposable {
  /** Reports that a file could not be copied from the store. */
  readonly reportFailure: (cause: unknown) => void;
  readonly #client: S3Client;
  readonly #closed = new AbortController();
  readonly #now: () => number;
  readonly #findMilliseconds: number;
  /** Names of objects that were found damaged, to be replaced. */
  readonly #damaged = new LRUCache<string, true>({ max: MAX_DAMAGED });
  readonly #storing = new Set<Promise<void>>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** Doesn't connect before the first use. */
  constructor(options: SharedFilesOptions) {
    const { s3: settings, counts, report = process.emitWarning } = options;
    const { now = () => performance.now(), findMilliseconds = FIND_MILLISECONDS } = options;
    const errors = {
      unreachable: (message: string, cause?: ErrorOptions) => new SharedFilesUnreachable(message, cause),
      damaged: (message: string, cause?: ErrorOptions) => new Error(message, cause),
    };
    this.#client = new S3Client({ settings, errors, connections: { most: MAX_CONNECTIONS }, counts, now });
    this.#now = now;
    this.#findMilliseconds = findMilliseconds;
    this.reportFailure = reportRarely(
      (cause) => report(new Error('derived files are not shared with other nodes for now', { cause })),
      REPORT_MILLISECONDS,
      { now },
    );
  }

  /** Opens the file with this name; undefined if there is none, if the store fails, or after an abort. */
  async find(name: string, caller: AbortSignal): Promise<SharedFile | undefined> {
    if (this.#now() < this.#pausedUntil) return undefined;
    const limit = openLimit(this.#findMilliseconds);
    const signal = AbortSignal.any([limit.signal, this.#closed.signal, caller]);
    try {
      const reader = await openS3Object(this.#client, name, { signal });
      if (reader === undefined) {
        limit[Symbol.dispose]();
        return undefined;
      }
      limit.extend(reader.size / BYTES_PER_MILLISECOND);
      return fileOf(reader, limit, {
        isDamaged: () => this.#damaged.set(name, true),
        failed: (error) => caller.aborted || this.#failed(error),
      });
    } catch (error) {
      limit[Symbol.dispose]();
      if (!caller.aborted) this.#failed(error);
      return undefined;
    }
  }

  /** Stores a copy of a file, unless there is one. Resolves when every node finds it, or when the store has failed. */
  async store(name: string, file: CachedFile): Promise<void> {
    const stored = this.#store(name, file);
    this.#storing.add(stored);
    await stored;
    this.#storing.delete(stored);
  }

  /** Rejects with SharedFilesUnreachable, which names the setting to check, unless the bucket can be listed. */
  async checkAccess(signal: AbortSignal): Promise<void> {
    await checkS3Access(this.#client, signal);
  }

  /** Server's clock minus that of this machine in milliseconds, to the second; undefined if the server doesn't tell it. */
  readClock(signal: AbortSignal): Promise<number | undefined> {
    return readS3Clock(this.#client, signal);
  }

  /** Resolves when all files that are being stored are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#storing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the store of derived files was closed'));
    this.#client[Symbol.dispose]();
  }

  async #store(name: string, { path, size, crc32 }: CachedFile): Promise<void> {
    if (this.#now() < this.#pausedUntil || this.#storing.size >= MAX_STORING) return;
    using limit = openLimit(STORE_MILLISECONDS);
    try {
      const sha256 = await hashOf(path);
      // Evicted since it was made.
      if (sha256 === undefined) return;
      const metadata = { sha256, ...(crc32 === undefined ? {} : { crc32: String(crc32) }) };
      const signal = AbortSignal.any([limit.signal, this.#closed.signal]);
      await uploadToS3(this.#client, { name, path, size, sha256, metadata, replaces: this.#damaged.has(name), signal });
      this.#damaged.delete(name);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(cause: unknown): void {
    if (this.#closed.signal.aborted) return;
    this.#pausedUntil = this.#now() + PAUSE_MILLISECONDS;
    this.reportFailure(cause);
  }
}

/** A time limit for a piece of work, in milliseconds. */
function openLimit(milliseconds: number) {
  const late = new AbortController();
  const start = (wait: number) => setTimeout(() => late.abort(new Error('the S3 server is too slow')), wait);
  let timer = start(milliseconds);
  return {
    signal: late.signal,
    /** Starts the limit again, with more time. */
    extend: (more: number) => {
      clearTimeout(timer);
      timer = start(milliseconds + more);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

function fileOf(
  reader: S3Reader,
  limit: Disposable,
  on: { readonly isDamaged: () => void; readonly failed: (error: unknown) => void },
): SharedFile {
  const { sha256, crc32 } = reader.metadata;
  return {
    ...(crc32 === undefined ? {} : { crc32: Number(crc32) }),
    copyTo: async (path) => {
      const copied = await copyToFile(reader, path).catch((error: unknown) => {
        on.failed(error);
        throw error;
      });
      if (copied === sha256) return;
      on.isDamaged();
      throw new Error('a shared derived file is damaged');
    },
    [Symbol.asyncDispose]: async () => {
      limit[Symbol.dispose]();
      await reader[Symbol.asyncDispose]();
    },
  };
}

/** SHA-256 of a file in hexadecimal; undefined if there is none. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
