import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import { copyToFile } from '../../../core/src/platform/byte-reader.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { checkS3Access, readS3Clock } from '../../../core/src/platform/s3/s3-check.ts';
import { openS3 } from '../../../core/src/platform/s3/s3-client.ts';
import type { S3Counts } from '../../../core/src/platform/s3/s3-counts.ts';
import { openS3Object, type S3Reader } from '../../../core/src/platform/s3/s3-reader.ts';
import type { S3Settings } from '../../../core/src/platform/s3/s3-settings.ts';
import { uploadToS3 } from '../../../core/src/platform/s3/s3-upload.ts';
import { isAbsence } from '../../../core/src/platform/system-errors.ts';
import { type SharedFile, type SharedFiles, SharedFilesUnreachable } from './shared-files.ts';

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

/** Derived files in a bucket. */
export interface S3SharedFiles extends SharedFiles {
  /** Rejects with SharedFilesUnreachable, which names the setting to check, unless the bucket can be listed. */
  checkAccess(signal: AbortSignal): Promise<void>;
  /** Server's clock minus that of this machine in milliseconds, to the second; undefined if the server doesn't tell it. */
  readClock(signal: AbortSignal): Promise<number | undefined>;
}

/** Opens a bucket for derived files without connecting. Nothing is ever removed from it; its lifecycle rules may. */
export function openDerivedS3({
  s3,
  counts,
  report = process.emitWarning,
  now = () => performance.now(),
  findMilliseconds = FIND_MILLISECONDS,
}: {
  readonly s3: S3Settings;
  /** Counts the requests. */
  readonly counts?: S3Counts | undefined;
  /** Called at most once a minute; default: emits a process warning. */
  readonly report?: (error: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** How long a file may take to begin. */
  readonly findMilliseconds?: number;
}): S3SharedFiles {
  const errors = {
    unreachable: (message: string, cause?: ErrorOptions) => new SharedFilesUnreachable(message, cause),
    damaged: (message: string, cause?: ErrorOptions) => new Error(message, cause),
  };
  const client = openS3({ settings: s3, errors, connections: { most: MAX_CONNECTIONS }, counts, now });
  const closed = new AbortController();
  const rarely = reportRarely(
    (cause) => report(new Error('derived files are not shared with other nodes for now', { cause })),
    REPORT_MILLISECONDS,
    { now },
  );
  /** Names of objects that were found damaged, to be replaced. */
  const damaged = new LRUCache<string, true>({ max: MAX_DAMAGED });
  const storing = new Set<Promise<void>>();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function failed(cause: unknown): void {
    if (closed.signal.aborted) return;
    pausedUntil = now() + PAUSE_MILLISECONDS;
    rarely(cause);
  }

  async function find(name: string, caller: AbortSignal): Promise<SharedFile | undefined> {
    if (now() < pausedUntil) return undefined;
    const limit = openLimit(findMilliseconds);
    const signal = AbortSignal.any([limit.signal, closed.signal, caller]);
    try {
      const reader = await openS3Object(client, name, { signal });
      if (reader === undefined) {
        limit[Symbol.dispose]();
        return undefined;
      }
      limit.extend(reader.size / BYTES_PER_MILLISECOND);
      return fileOf(reader, limit, {
        isDamaged: () => damaged.set(name, true),
        failed: (error) => caller.aborted || failed(error),
      });
    } catch (error) {
      limit[Symbol.dispose]();
      if (!caller.aborted) failed(error);
      return undefined;
    }
  }

  async function store(name: string, { path, size, crc32 }: CachedFile): Promise<void> {
    if (now() < pausedUntil || storing.size >= MAX_STORING) return;
    using limit = openLimit(STORE_MILLISECONDS);
    try {
      const sha256 = await hashOf(path);
      // Evicted since it was made.
      if (sha256 === undefined) return;
      const metadata = { sha256, ...(crc32 === undefined ? {} : { crc32: String(crc32) }) };
      const signal = AbortSignal.any([limit.signal, closed.signal]);
      await uploadToS3(client, { name, path, size, sha256, metadata, replaces: damaged.has(name), signal });
      damaged.delete(name);
    } catch (error) {
      failed(error);
    }
  }

  return {
    find,
    store: async (name, file) => {
      const stored = store(name, file);
      storing.add(stored);
      await stored;
      storing.delete(stored);
    },
    reportFailure: rarely,
    checkAccess: (signal) => checkS3Access(client, signal),
    readClock: (signal) => readS3Clock(client, signal),
    settled: async () => void (await Promise.all(storing)),
    [Symbol.asyncDispose]: async () => {
      closed.abort(new Error('the store of derived files was closed'));
      client[Symbol.dispose]();
    },
  };
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
