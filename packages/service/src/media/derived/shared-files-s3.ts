import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { reportRarely } from '../../concurrency/report-rarely.ts';
import { openS3 } from '../../platform/s3/s3-client.ts';
import type { S3Counts } from '../../platform/s3/s3-counts.ts';
import { openS3Object, type S3Reader } from '../../platform/s3/s3-reader.ts';
import type { S3Settings } from '../../platform/s3/s3-settings.ts';
import { uploadToS3 } from '../../platform/s3/s3-upload.ts';
import { isAbsence } from '../../platform/system-errors.ts';
import type { SharedFile, SharedFiles } from './shared-files.ts';

/** A picture can be drawn in this time, so looking for one may not take longer. */
const FIND_MILLISECONDS = 2_000;
const STORE_MILLISECONDS = 120_000;
/** How long nothing is looked for or stored after a failure, so that a store that is away delays few callers. */
const REST_MILLISECONDS = 10_000;
const REPORT_MILLISECONDS = 60_000;
const MAX_CONNECTIONS = 32;
const CHUNK_BYTES = 256 * 1024;

/** Opens a bucket for derived files without connecting. Nothing is ever removed from it; its lifecycle rules may. */
export function openDerivedS3({
  s3,
  counts,
  report = process.emitWarning,
  now = () => performance.now(),
}: {
  readonly s3: S3Settings;
  /** Counts the requests. */
  readonly counts?: S3Counts | undefined;
  /** Called at most once a minute; default: emits a process warning. */
  readonly report?: (trouble: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}): SharedFiles {
  const newError = (message: string, options?: ErrorOptions) => new Error(message, options);
  const errors = { unreachable: newError, damaged: newError };
  const client = openS3({ settings: s3, errors, connections: { most: MAX_CONNECTIONS }, counts, now });
  const closed = new AbortController();
  const rarely = reportRarely(
    (cause) => report(new Error('derived files are not shared with other nodes for now', { cause })),
    REPORT_MILLISECONDS,
    now,
  );
  let restUntil = Number.NEGATIVE_INFINITY;

  function failed(cause: unknown): void {
    if (closed.signal.aborted) return;
    restUntil = now() + REST_MILLISECONDS;
    rarely(cause);
  }

  /** Runs `work` with a time limit, or nothing while the store rests. Undefined also after a failure. */
  async function attempt<Result>(
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (now() < restUntil) return undefined;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('the S3 server is too slow')), milliseconds);
    try {
      return await work(AbortSignal.any([late.signal, closed.signal]));
    } catch (error) {
      failed(error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    find: async (name) => {
      const reader = await attempt(FIND_MILLISECONDS, (signal) => openS3Object(client, name, { signal }));
      return reader && fileOf(reader);
    },
    store: async (name, { path, size, crc32 }) => {
      await attempt(STORE_MILLISECONDS, async (signal) => {
        const sha256 = await hashOf(path);
        // Evicted since it was made.
        if (sha256 === undefined) return;
        const metadata = { sha256, ...(crc32 === undefined ? {} : { crc32: String(crc32) }) };
        await uploadToS3(client, { name, path, size, sha256, metadata, replaces: false, signal });
      });
    },
    reportFailure: rarely,
    [Symbol.asyncDispose]: async () => {
      closed.abort(new Error('the store of derived files was closed'));
      client[Symbol.dispose]();
    },
  };
}

function fileOf(reader: S3Reader): SharedFile {
  const { sha256, crc32 } = reader.metadata;
  return {
    ...(crc32 === undefined ? {} : { crc32: Number(crc32) }),
    copyTo: async (path) => {
      await using file = await open(path, 'wx');
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let bytes = await reader.read(buffer); bytes > 0; bytes = await reader.read(buffer)) {
        hash.update(buffer.subarray(0, bytes));
        await file.writeFile(buffer.subarray(0, bytes));
      }
      if (hash.digest('hex') !== sha256) throw new Error('a shared derived file is damaged');
    },
    [Symbol.asyncDispose]: reader[Symbol.asyncDispose],
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
